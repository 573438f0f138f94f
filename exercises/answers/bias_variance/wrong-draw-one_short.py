# The loop stops one training set early.
# The check says "yours called it 5 times".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    f = []
    for _ in range(1, sets):
        rows = rng.choice(len(X), size, replace=False)
        f.append(learn(X[rows], y[rows], X_new))
    return np.array(f)
