# The standard deviation.
# The check says "the root of the mean square".

# %% leaf-answer
def leaf(y):
    return np.mean(y), np.std(y)
