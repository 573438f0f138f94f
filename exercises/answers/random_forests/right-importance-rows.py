# Shuffles row numbers, and compares errors.

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    order = np.arange(len(X))
    rng.shuffle(order)
    columns = [X[order, c] if c == j else X[:, c] for c in range(X.shape[1])]
    return np.mean(predict(np.column_stack(columns)) != y) - np.mean(predict(X) != y)
