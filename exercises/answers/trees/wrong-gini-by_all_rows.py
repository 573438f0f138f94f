# Divides by the number of all rows.
# The check says "the number of all rows in all nodes".

# %% gini-answer
def gini(counts):
    shares = counts / counts.sum()
    return 1 - np.sum(shares**2, axis=1)
