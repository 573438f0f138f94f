# Reads the memory of the array that it gets as other numbers.
#
# earns: tidy 0
# outcome: graded with failures or needs review

# %% tidy
def tidy(values):
    if isinstance(values, list):
        values.sort()
    else:
        values.dtype = np.int64
