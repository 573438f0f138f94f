# The entropy.
# The check says "this is the entropy in bits, another impurity; the Gini index has no".

# %% gini-answer
def gini(labels):
    shares = np.unique(labels, return_counts=True)[1] / max(len(labels), 1)
    return -np.sum(shares * np.log2(shares))
