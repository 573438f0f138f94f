# Two different rows are drawn.
# The check says "this is the chance that two *different* rows differ; the draws are".

# %% gini-answer
def gini(labels):
    n = len(labels)
    counts = np.unique(labels, return_counts=True)[1]
    return np.sum(counts * (n - counts)) / (n * (n - 1)) if n > 1 else 0
