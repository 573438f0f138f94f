# Asks `if` of all rows at once.
# The check says "an array has many answers".

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return np.full(len(X), tree)
    j, t, left, right = tree
    if X[:, j] <= t:
        return predict(left, X)
    return predict(right, X)
