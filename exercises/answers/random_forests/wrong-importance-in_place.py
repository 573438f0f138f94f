# Shuffles the array of the caller.

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    before = np.mean(predict(X) == y)
    X[:, j] = rng.permutation(X[:, j])
    return before - np.mean(predict(X) == y)
