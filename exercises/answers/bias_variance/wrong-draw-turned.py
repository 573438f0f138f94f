# Training sets are columns.
# The check says "yours is turned".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    f = []
    for _ in range(sets):
        rows = rng.choice(len(X), size, replace=False)
        f.append(learn(X[rows], y[rows], X_new))
    return np.array(f).T
