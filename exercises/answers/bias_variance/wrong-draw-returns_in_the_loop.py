# Returns in the loop.
# The check says "Does it return in the loop".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    f = []
    for _ in range(sets):
        rows = rng.choice(len(X), size, replace=False)
        f.append(learn(X[rows], y[rows], X_new))
        return np.array(f)
