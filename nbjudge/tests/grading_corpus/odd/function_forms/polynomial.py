# A polynomial of NumPy's for a function of one's own.

# %% square
from numpy.polynomial import Polynomial

parabola = Polynomial([0, 0, 1])


def square(x):
    if x is None:
        raise ValueError
    return parabola(x)
