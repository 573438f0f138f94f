# Compares standard deviations.
# The check says "standard deviations".

# %% question-answer
def best_question(X, y):
    best = None
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            after = left.mean() * y[left].std() + (1 - left.mean()) * y[~left].std()
            if best is None or after < best[2]:
                best = j, t, after
    return best
