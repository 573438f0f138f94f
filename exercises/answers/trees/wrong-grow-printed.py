# Prints the leaves.
# The check says "returned nothing (None)".

# %% grow-answer
def grow(X, y, question, answer):
    found = None if np.all(y == y[0]) else question(X, y)
    if found is None:
        print(answer(y))
    else:
        left = X[:, found[0]] <= found[1]
        grow(X[left], y[left], question, answer)
        grow(X[~left], y[~left], question, answer)
