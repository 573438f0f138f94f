# Counts instead of shares.

# %% gini-answer
def gini(labels):
    counts = np.unique(labels, return_counts=True)[1]
    return 1 - np.sum(counts**2) / max(len(labels), 1)
