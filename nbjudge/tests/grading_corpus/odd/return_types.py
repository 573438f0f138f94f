# %% case deque_and_tuple
# Returns a tuple where a list would do.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return tuple(v * v for v in x) if np.ndim(x) else x * x


# %% case list_for_array
# Returns a list where the model answer returns an array.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return [float(v) ** 2 for v in x] if not np.isscalar(x) else x**2


# %% case masked_array
# Returns a masked array that masks nothing, which a person must look at.
#
# earns: square 1
# outcome: needs review


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.ma.array(x) ** 2 if np.ndim(x) else x * x


# %% case matrix_free_subclass
# Returns a subclass of arrays, without tricks.


# %% square
class Mine(np.ndarray):
    pass


def square(x):
    if x is None:
        raise ValueError
    return x * x if np.isscalar(x) else (x * x).view(Mine)


# %% case memory_view
# Returns a view of memory for an array.
#
# outcome: graded or graded with failures or needs review
# earns: square 1 to 3


# %% square
def square(x):
    if x is None:
        raise ValueError
    return memoryview(np.asarray(x) ** 2) if np.ndim(x) else x * x


# %% case object_array
# Returns an array of Python's numbers, which NumPy's own comparison refuses.
#
# earns: square 1
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.asarray(x).astype(object) ** 2 if np.ndim(x) else x * x


# %% case read_only
# Returns arrays that cannot be written to.


# %% square
def square(x):
    if x is None:
        raise ValueError
    y = np.array(np.asarray(x) ** 2)
    y.flags.writeable = False
    return y


# %% case reversed_view
# Returns a view that runs backwards.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return (np.asarray(x)[::-1] ** 2)[::-1] if np.ndim(x) else x * x


# %% case series
# Returns a column of a table for an array.

# %% square
import pandas as pd


def square(x):
    if x is None:
        raise ValueError
    return pd.Series(x) ** 2 if np.ndim(x) else x * x


# %% case view_with_strides
# Returns every second item of an array twice as long.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.repeat(np.asarray(x) ** 2, 2)[::2] if np.ndim(x) else x * x
