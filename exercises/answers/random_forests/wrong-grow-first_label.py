# A leaf gets the label of its first row.
# The check says "the splits are right, and the leaves are not".

# %% grow-answer
def grow(X, y, depth, draw, split):
    found = split(X, y, draw()) if depth and len(set(y.tolist())) > 1 else None
    if found is None:
        return y[0]
    j, t = found
    left = X[:, j] <= t
    return (
        j,
        t,
        grow(X[left], y[left], depth - 1, draw, split),
        grow(X[~left], y[~left], depth - 1, draw, split),
    )
