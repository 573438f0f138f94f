# Goes the other way at each question.
# The check says "answered the other way".

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return np.full(len(X), tree)
    j, t, left, right = tree
    return np.where(X[:, j] <= t, predict(right, X), predict(left, X))
