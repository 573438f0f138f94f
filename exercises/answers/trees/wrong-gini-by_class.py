# Divides by the sizes of the classes.
# The check says "by the size of each class".

# %% gini-answer
def gini(counts):
    shares = counts / counts.sum(axis=0)
    return 1 - np.sum(shares**2, axis=1)
