# Forgets the best question where a column begins.
# The check says "forgotten where a column begins".

# %% question-answer
def best_question(X, y):
    found = None
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        best = np.inf
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            after = (left.sum() * y[left].var() + (~left).sum() * y[~left].var()) / len(y)
            if after < best:
                best = after
                found = j, t, after
    return found
