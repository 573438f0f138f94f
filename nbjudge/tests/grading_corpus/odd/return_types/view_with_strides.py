# Returns every second item of an array twice as long.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.repeat(np.asarray(x) ** 2, 2)[::2] if np.ndim(x) else x * x
