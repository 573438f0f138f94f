# Asks `if` of all rows at once.
# The check says "`if` asks of one row".

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return np.full(len(X), tree)
    j, t, left, right = tree
    if X[:, j] <= t:
        return predict(left, X)
    return predict(right, X)
