# Returns an int of a class of its own, without tricks.

# %% square
class Count(int):
    pass


def square(x):
    if x is None:
        raise ValueError
    return Count(x * x) if isinstance(x, int) else x * x
