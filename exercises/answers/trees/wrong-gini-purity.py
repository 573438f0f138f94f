# Forgets the 1 before the sum.
# The check says "chances that two rows are alike".

# %% gini-answer
def gini(counts):
    shares = counts / counts.sum(axis=1, keepdims=True)
    return np.sum(shares**2, axis=1)
