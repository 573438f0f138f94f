# Splits a node whose labels are all equal.
# The check says "more nodes are split than need be: a node whose labels are all equal,".

# %% grow-answer
def grow(X, y, depth, draw, split):
    labels, counts = np.unique(y, return_counts=True)
    found = split(X, y, draw()) if depth else None
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
