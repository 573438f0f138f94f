# Returns a tuple where a list would do.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return tuple(v * v for v in x) if np.ndim(x) else x * x
