# Raises a subclass of what is asked for.

# %% square
class NoNumber(ValueError):
    pass


def square(x):
    if x is None:
        raise NoNumber("none")
    return x * x
