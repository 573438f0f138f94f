# Keeps what it has computed.

# %% square
known = {}


def square(x):
    if x is None:
        raise ValueError
    if np.ndim(x):
        return x * x
    return known.setdefault(x, x * x)
