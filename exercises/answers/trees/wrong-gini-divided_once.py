# Divides the squares by n, and not by n squared.
# The check says "by n once".

# %% gini-answer
def gini(counts):
    return 1 - np.sum(counts**2, axis=1) / counts.sum(axis=1)
