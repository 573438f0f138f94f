# Prints the loss.
# The check says "returned nothing (None)".

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    shuffled = X.copy()
    shuffled[:, j] = rng.permutation(X[:, j])
    print(np.mean(predict(X) == y) - np.mean(predict(shuffled) == y))
