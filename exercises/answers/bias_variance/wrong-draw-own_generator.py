# Takes randomness from elsewhere.
# The check says "gave different training sets".

# %% draw-answer
def predictions_of(learn, X, y, X_new, sets, size, rng):
    f = []
    for _ in range(sets):
        rows = np.random.permutation(len(X))[:size]
        f.append(learn(X[rows], y[rows], X_new))
    return np.array(f)
