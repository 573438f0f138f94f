# Returns the first row's answer.
# The check says "Does it return in the loop".

# %% predict-answer
def predict(tree, X):
    for row in X:
        node = tree
        while isinstance(node, tuple):
            node = node[2] if row[node[0]] <= node[1] else node[3]
        return node
