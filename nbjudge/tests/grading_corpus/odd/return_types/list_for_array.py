# Returns a list where the model answer returns an array.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return [float(v) ** 2 for v in x] if not np.isscalar(x) else x**2
