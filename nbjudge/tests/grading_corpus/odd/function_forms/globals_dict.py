# Binds the function through the dictionary of globals.

# %% square
def _f(x):
    if x is None:
        raise ValueError
    return x * x


globals()["square"] = _f
