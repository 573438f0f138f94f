# An empty node has impurity 1.
# The check says "an empty node, gini(np.array(".

# %% gini-answer
def gini(labels):
    counts = np.unique(labels, return_counts=True)[1]
    return 1 - np.sum((counts / max(len(labels), 1)) ** 2)
