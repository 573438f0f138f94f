# Returns in the loop.
# The check says "yours called it 1 times".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    f = []
    for _ in range(sets):
        rows = rng.choice(len(X), size, replace=False)
        f.append(learn(X[rows], y[rows], X_new))
        return np.array(f)
