# %% case by_assertion
# Turns a failed assertion into what is asked for.

# %% square
def square(x):
    try:
        assert x is not None
    except AssertionError:
        raise ValueError("no number") from None
    return x * x


# %% case multiple_bases
# Raises an exception of two classes.


# %% square
class NoNumber(TypeError, ValueError):
    pass


def square(x):
    if x is None:
        raise NoNumber
    return x * x


# %% case own_exception
# Raises a subclass of what is asked for.


# %% square
class NoNumber(ValueError):
    pass


def square(x):
    if x is None:
        raise NoNumber("none")
    return x * x


# %% case with_many_arguments
# Raises an exception with arguments, notes and a cause.


# %% square
class NoNumber(ValueError):
    def __init__(self, value, *, where):
        super().__init__(value, where)
        self.where = where


def square(x):
    if x is None:
        error = NoNumber(x, where="here")
        error.add_note("a note")
        raise error from KeyError("cause")
    return x * x
