# %% case booleans
# Returns NumPy's integers of several widths.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.int16(x) * np.int64(x) if isinstance(x, int) else x * x


# %% case byte_order
# Returns numbers in the other byte order.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return (np.asarray(x) ** 2).astype(">f8")


# %% case complex
# Computes with complex numbers whose imaginary part is zero.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * complex(x) if np.isscalar(x) else x * x


# %% case decimal
# Computes with decimals.

# %% square
from decimal import Decimal


def square(x):
    if x is None:
        raise ValueError
    return Decimal(x) ** 2 if isinstance(x, int) else x * x


# %% case fraction
# Computes with fractions.

# %% square
from fractions import Fraction


def square(x):
    if x is None:
        raise ValueError
    return Fraction(x) ** 2 if isinstance(x, int) else x * x


# %% case int_subclass
# Returns an int of a class of its own, without tricks.


# %% square
class Count(int):
    pass


def square(x):
    if x is None:
        raise ValueError
    return Count(x * x) if isinstance(x, int) else x * x


# %% case long_double
# Computes with all the digits that the processor has.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.asarray(x, dtype=np.longdouble) ** 2


# %% case numpy_scalars
# Returns NumPy's scalars.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.float64(x) ** 2 if np.isscalar(x) else x**2


# %% case zero_dimensional
# Returns arrays without dimensions for numbers.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.array(x) ** 2
