# NumPy's own function.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.square(x)
