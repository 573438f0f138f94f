# The share of rows outside the most frequent class.
# The check says "the error rate".

# %% gini-answer
def gini(counts):
    return 1 - counts.max(axis=1) / counts.sum(axis=1)
