# Returns a subclass of arrays, without tricks.

# %% square
class Mine(np.ndarray):
    pass


def square(x):
    if x is None:
        raise ValueError
    return x * x if np.isscalar(x) else (x * x).view(Mine)
