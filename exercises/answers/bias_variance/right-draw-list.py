# As a list of arrays.

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    drawn = [rng.choice(np.arange(len(y)), size=size, replace=False) for _ in range(sets)]
    return [learn(np.take(X, rows, axis=0), np.take(y, rows), X_new) for rows in drawn]
