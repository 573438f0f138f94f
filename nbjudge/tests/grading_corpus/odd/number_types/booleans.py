# Returns NumPy's integers of several widths.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.int16(x) * np.int64(x) if isinstance(x, int) else x * x
