# Composed of functions of the standard library.

# %% square
import operator


def square(x):
    if x is None:
        raise ValueError
    return operator.mul(x, x)
