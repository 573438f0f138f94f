# The mean absolute error.
# The check says "the mean of absolute errors".

# %% leaf-answer
def leaf(y):
    return np.mean(y), np.mean(np.abs(y - np.mean(y)))
