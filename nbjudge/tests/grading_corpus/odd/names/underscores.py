# Has names that begin with underscores.

# %% square
_, __, ___ = 1, 2, 3


def __square(x):
    if x is None:
        raise ValueError
    return x * x


square = __square
