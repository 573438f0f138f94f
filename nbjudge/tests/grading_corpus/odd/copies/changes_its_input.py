# Copies, and changes the copy in place.

# %% square
def square(x):
    if x is None:
        raise ValueError
    if np.isscalar(x):
        return x * x
    y = x.copy()
    y *= y
    return y
