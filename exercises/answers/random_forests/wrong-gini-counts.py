# Counts instead of shares.
# The check says "you divide the squares of the counts by n once; shares are counts by".

# %% gini-answer
def gini(labels):
    counts = np.unique(labels, return_counts=True)[1]
    return 1 - np.sum(counts**2) / max(len(labels), 1)
