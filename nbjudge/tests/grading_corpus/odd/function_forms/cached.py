# A decorated function.

# %% square
from functools import wraps


def checked(f):
    @wraps(f)
    def inner(*args):
        if args[0] is None:
            raise ValueError
        return f(*args)

    return inner


@checked
def square(x):
    return x * x
