# Returns a leaf as it is.
# The check says "the tree is a single leaf".

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return tree
    j, t, left, right = tree
    return np.where(X[:, j] <= t, predict(left, X), predict(right, X))
