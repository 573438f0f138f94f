# Returns numbers in the other byte order.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return (np.asarray(x) ** 2).astype(">f8")
