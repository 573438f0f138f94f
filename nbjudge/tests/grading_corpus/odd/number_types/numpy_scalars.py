# Returns NumPy's scalars.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.float64(x) ** 2 if np.isscalar(x) else x**2
