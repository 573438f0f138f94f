# Two different rows are drawn.

# %% gini-answer
def gini(labels):
    n = len(labels)
    counts = np.unique(labels, return_counts=True)[1]
    return np.sum(counts * (n - counts)) / (n * (n - 1)) if n > 1 else 0
