# With lists for nodes, and a draw at every node, leaves too.

# %% grow-answer
def grow(X, y, depth, draw, split):
    features = draw()
    found = split(X, y, features) if depth and np.any(y != y[0]) else None
    if not found:
        return min(set(y.tolist()), key=lambda label: (-np.sum(y == label), label))
    j, t = found
    sides = [X[:, j] <= t, X[:, j] > t]
    return [j, t, *(grow(X[side], y[side], depth - 1, draw, split) for side in sides)]
