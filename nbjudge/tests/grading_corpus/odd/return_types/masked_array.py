# Returns a masked array that masks nothing, which a person must look at.
#
# earns: square 1
# outcome: needs review

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.ma.array(x) ** 2 if np.ndim(x) else x * x
