# Asks a leaf.
# The check says "Is every leaf told from a node".

# %% predict-answer
def predict(tree, X):
    j, t, left, right = tree
    return np.where(X[:, j] <= t, predict(left, X), predict(right, X))
