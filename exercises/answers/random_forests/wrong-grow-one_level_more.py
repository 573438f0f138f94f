# Splits at depth 0 as well.
# The check says "the tree is a leaf: nothing is split".

# %% grow-answer
def grow(X, y, depth, draw, split):
    labels, counts = np.unique(y, return_counts=True)
    found = split(X, y, draw()) if depth >= 0 and len(labels) > 1 else None
    if found is None:
        return labels[counts.argmax()]
    j, t = found
    left = X[:, j] <= t
    return (
        j,
        t,
        grow(X[left], y[left], depth - 1, draw, split),
        grow(X[~left], y[~left], depth - 1, draw, split),
    )
