# Adds up the shares without squaring them.
# The check says "square them first".

# %% gini-answer
def gini(counts):
    p = counts / counts.sum(axis=1, keepdims=True)
    return 1 - np.sum(p, axis=1)
