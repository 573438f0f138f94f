# Shares among the points.
# The check says "your rows add up to 1".

# %% shares-answer
def shares(said, classes):
    counts = np.array([np.sum(said == c, axis=0) for c in classes])
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
