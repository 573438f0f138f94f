# Shuffles whole rows.
# The check says "must stay as they are; you moved them too. Shuffling whole rows, or".

# %% importance-answer
def permutation_importance(predict, X, y, j, rng):
    return np.mean(predict(X) == y) - np.mean(predict(rng.permutation(X)) == y)
