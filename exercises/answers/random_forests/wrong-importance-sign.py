# Accuracy after less accuracy before.
# The check says "a feature that matters has a positive importance, accuracy before".

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    shuffled = X.copy()
    shuffled[:, j] = rng.permutation(X[:, j])
    return np.mean(predict(shuffled) == y) - np.mean(predict(X) == y)
