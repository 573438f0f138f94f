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
