# Shuffles what it was given.
# The check says "X, y or X_new itself was changed".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    f = []
    for _ in range(sets):
        order = rng.permutation(len(X))
        X[:], y[:] = X[order], y[order]
        f.append(learn(X[:size].copy(), y[:size].copy(), X_new))
    return np.array(f)
