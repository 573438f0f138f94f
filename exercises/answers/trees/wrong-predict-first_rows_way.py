# All rows go the way of the first.
# The check says "the way of the first one".

# %% predict-answer
def predict(tree, X):
    node = tree
    while isinstance(node, tuple):
        node = node[2] if X[0, node[0]] <= node[1] else node[3]
    return np.full(len(X), node)
