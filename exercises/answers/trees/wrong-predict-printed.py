# Prints the answers.
# The check says "returned nothing (None)".

# %% predict-answer
def predict(tree, X):
    for row in X:
        node = tree
        while isinstance(node, tuple):
            node = node[2] if row[node[0]] <= node[1] else node[3]
        print(node)
