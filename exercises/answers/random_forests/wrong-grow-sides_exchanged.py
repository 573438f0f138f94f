# The rows below the threshold go to the right.
# The check says "rows with x_j <= t go to the left; yours go to the right".

# %% grow-answer
def grow(X, y, depth, draw, split):
    labels, counts = np.unique(y, return_counts=True)
    found = split(X, y, draw()) if depth and len(labels) > 1 else None
    if found is None:
        return labels[counts.argmax()]
    j, t = found
    left = X[:, j] > t
    return (
        j,
        t,
        grow(X[left], y[left], depth - 1, draw, split),
        grow(X[~left], y[~left], depth - 1, draw, split),
    )
