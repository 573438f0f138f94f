# Binds the name to a function of another.

# %% square
def _s(x):
    if x is None:
        raise ValueError
    return x * x


square = _s
