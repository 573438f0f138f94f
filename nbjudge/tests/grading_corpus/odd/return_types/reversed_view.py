# Returns a view that runs backwards.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return (np.asarray(x)[::-1] ** 2)[::-1] if np.ndim(x) else x * x
