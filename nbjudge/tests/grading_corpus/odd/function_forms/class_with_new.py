# A class whose construction gives a number.

# %% square
class square:
    def __new__(cls, x):
        if x is None:
            raise ValueError
        return x * x
