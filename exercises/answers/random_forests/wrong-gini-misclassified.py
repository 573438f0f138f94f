# The share that is not of the most frequent class.
# The check says "this is the share of rows that are not of the most frequent class,".

# %% gini-answer
def gini(labels):
    if len(labels) == 0:
        return 0
    return 1 - np.unique(labels, return_counts=True)[1].max() / len(labels)
