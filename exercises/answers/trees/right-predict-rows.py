# Row by row.

# %% predict-answer
def predict(tree, X):
    found = []
    for row in X:
        node = tree
        while isinstance(node, tuple):
            j, t, left, right = node
            node = left if row[j] <= t else right
        found.append(node)
    return found
