# Draws without replacement.
# The check says "two *different* rows".

# %% gini-answer
def gini(counts):
    n = counts.sum(axis=1)
    return 1 - np.sum(counts * (counts - 1), axis=1) / (n * (n - 1))
