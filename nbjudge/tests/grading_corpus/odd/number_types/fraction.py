# Computes with fractions.

# %% square
from fractions import Fraction


def square(x):
    if x is None:
        raise ValueError
    return Fraction(x) ** 2 if isinstance(x, int) else x * x
