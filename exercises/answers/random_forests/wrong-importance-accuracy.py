# The accuracy after the shuffle.
# The check says "this is the accuracy after the shuffle; how much was lost?".

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    shuffled = X.copy()
    shuffled[:, j] = rng.permutation(X[:, j])
    return np.mean(predict(shuffled) == y)
