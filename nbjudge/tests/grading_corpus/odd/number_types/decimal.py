# Computes with decimals.

# %% square
from decimal import Decimal


def square(x):
    if x is None:
        raise ValueError
    return Decimal(x) ** 2 if isinstance(x, int) else x * x
