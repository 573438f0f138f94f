# Computes inside a context manager of its own.

# %% square
from contextlib import contextmanager


@contextmanager
def squared(x):
    if x is None:
        raise ValueError
    yield x * x


def square(x):
    with squared(x) as result:
        return result
