# Shuffles whole rows.

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    return np.mean(predict(X) == y) - np.mean(predict(rng.permutation(X)) == y)
