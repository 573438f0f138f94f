# An object that can be called.

# %% square
class Square:
    def __call__(self, x):
        if x is None:
            raise ValueError
        return x * x


square = Square()
