# Both sides count the same.
# The check says "the smallest plain mean".

# %% question-answer
def best_question(X, y):
    best = None
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            after = (y[left].var() + y[~left].var()) / 2
            if best is None or after < best[2]:
                best = j, t, after
    return best
