# Asks the root's question only.
# The check says "are nodes and no leaves".

# %% predict-answer
def predict(tree, X):
    if not isinstance(tree, tuple):
        return [tree] * len(X)
    return [tree[2] if row[tree[0]] <= tree[1] else tree[3] for row in X]
