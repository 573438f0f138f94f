# Returns the mean prediction.
# The check says "not their mean or the last".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    f = []
    for _ in range(sets):
        rows = rng.choice(len(X), size, replace=False)
        f.append(learn(X[rows], y[rows], X_new))
    return np.mean(f, axis=0)
