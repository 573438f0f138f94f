# Raises an exception of two classes.

# %% square
class NoNumber(TypeError, ValueError):
    pass


def square(x):
    if x is None:
        raise NoNumber
    return x * x
