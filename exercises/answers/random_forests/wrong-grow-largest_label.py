# Among equally frequent labels the largest.
# The check says "the tree is a leaf with the most frequent label; of several that are".

# %% grow-answer
def grow(X, y, depth, draw, split):
    labels, counts = np.unique(y, return_counts=True)
    found = split(X, y, draw()) if depth and len(labels) > 1 else None
    if found is None:
        return labels[::-1][counts[::-1].argmax()]
    j, t = found
    left = X[:, j] <= t
    return (
        j,
        t,
        grow(X[left], y[left], depth - 1, draw, split),
        grow(X[~left], y[~left], depth - 1, draw, split),
    )
