# Returns a view of memory for an array.
#
# outcome: graded or graded with failures or needs review
# earns: square 1 to 3

# %% square
def square(x):
    if x is None:
        raise ValueError
    return memoryview(np.asarray(x) ** 2) if np.ndim(x) else x * x
