# Computes with all the digits that the processor has.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.asarray(x, dtype=np.longdouble) ** 2
