# Draws the values with replacement.

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    shuffled = X.copy()
    shuffled[:, j] = rng.choice(X[:, j], size=len(X))
    return np.mean(predict(X) == y) - np.mean(predict(shuffled) == y)
