# One less the squares of the shares.

# %% gini-answer
def gini(labels):
    if len(labels) == 0:
        return 0.0
    return 1.0 - sum(np.mean(labels == label) ** 2 for label in set(labels.tolist()))
