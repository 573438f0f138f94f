# Fills in the parts of an array.

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return np.array([tree] * len(X))
    goes = X[:, tree[0]] <= tree[1]
    left, right = predict(tree[2], X[goes]), predict(tree[3], X[~goes])
    if not goes.any() or goes.all():
        return left if goes.all() else right
    found = np.empty(len(X), dtype=np.result_type(left, right))
    found[goes], found[~goes] = left, right
    return found
