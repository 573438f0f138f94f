# The mean of the squares in place of their sum.
# The check says "added up, not averaged".

# %% gini-answer
def gini(counts):
    shares = counts / counts.sum(axis=1, keepdims=True)
    return 1 - np.mean(shares**2, axis=1)
