# Draws once, before the loop.
# The check says "all training sets are the same one".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    rows = rng.choice(len(X), size, replace=False)
    return np.array([learn(X[rows], y[rows], X_new) for _ in range(sets)])
