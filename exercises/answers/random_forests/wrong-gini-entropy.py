# The entropy.

# %% gini-answer
def gini(labels):
    shares = np.unique(labels, return_counts=True)[1] / max(len(labels), 1)
    return -np.sum(shares * np.log2(shares))
