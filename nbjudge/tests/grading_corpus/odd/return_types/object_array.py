# Returns an array of Python's numbers, which NumPy's own comparison refuses.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.asarray(x).astype(object) ** 2 if np.ndim(x) else x * x
