# Shuffles the array of the caller.
# The check says "the array X itself was changed; shuffle a copy".

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    before = np.mean(predict(X) == y)
    X[:, j] = rng.permutation(X[:, j])
    return before - np.mean(predict(X) == y)
