# The entropy in natural units, whose 0 log 0 is not a number.
# The check says "A nan comes of log(0)".

# %% gini-answer
def gini(counts):
    p = counts / counts.sum(axis=1, keepdims=True)
    return -np.sum(p * np.log(p), axis=1)
