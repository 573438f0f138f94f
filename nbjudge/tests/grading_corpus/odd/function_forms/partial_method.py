# A partial method of a class, bound.

# %% square
from functools import partialmethod


class Powers:
    def power(self, x, n):
        if x is None:
            raise ValueError
        return x**n

    square = partialmethod(power, n=2)


square = Powers().square
