# One name for several functions, chosen by type.

# %% square
from functools import singledispatch


@singledispatch
def square(x):
    return x * x


@square.register
def _(x: None):
    raise ValueError
