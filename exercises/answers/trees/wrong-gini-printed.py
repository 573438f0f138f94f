# Prints the indices instead of returning them.
# The check says "returned nothing (None)".

# %% gini-answer
def gini(counts):
    shares = counts / counts.sum(axis=1, keepdims=True)
    print(1 - np.sum(shares**2, axis=1))
