# Adds up over the nodes.
# The check says "one for each class".

# %% gini-answer
def gini(counts):
    shares = counts / counts.sum(axis=1, keepdims=True)
    return 1 - np.sum(shares**2, axis=0)
