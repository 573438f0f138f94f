# Counts the columns from the end.
# The check says "columns are counted from the end".

# %% predict-answer
def predict(tree, X):
    found = []
    for row in X:
        node = tree
        while isinstance(node, tuple):
            node = node[2] if row[-1 - node[0]] <= node[1] else node[3]
        found.append(node)
    return np.array(found)
