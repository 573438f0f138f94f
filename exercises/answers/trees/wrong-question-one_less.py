# Divides each side's squares by n - 1.
# The check says "divided by n - 1".

# %% question-answer
def best_question(X, y):
    best = None
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            sides = [y[X[:, j] <= t], y[X[:, j] > t]]
            after = sum(len(s) * s.var(ddof=1) for s in sides if len(s) > 1) / len(y)
            if best is None or after < best[2]:
                best = j, t, after
    return best
