# Adds up over all nodes.
# The check says "yours is one number".

# %% gini-answer
def gini(counts):
    shares = counts / counts.sum(axis=1, keepdims=True)
    return 1 - np.sum(shares**2)
