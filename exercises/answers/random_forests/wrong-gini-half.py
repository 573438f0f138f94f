# Each pair of classes once.
# The check says "counts in both orders".

# %% gini-answer
def gini(labels):
    if len(labels) == 0:
        return 0.0
    p = np.unique(labels, return_counts=True)[1] / len(labels)
    return sum(p[k] * p[j] for k in range(len(p)) for j in range(k))
