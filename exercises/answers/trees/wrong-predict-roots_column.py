# Asks for the root's column everywhere.
# The check says "asks for the root's column".

# %% predict-answer
def predict(tree, X):
    j = tree[0] if isinstance(tree, tuple) else 0
    found = []
    for row in X:
        node = tree
        while isinstance(node, tuple):
            node = node[2] if row[j] <= node[1] else node[3]
        found.append(node)
    return np.array(found)
