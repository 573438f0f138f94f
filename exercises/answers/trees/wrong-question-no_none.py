# Begins with a question that is none.
# The check says "the answer is None".

# %% question-answer
def best_question(X, y):
    best = (0, 0.0, np.inf)
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            after = (left.sum() * y[left].var() + (~left).sum() * y[~left].var()) / len(y)
            if after < best[2]:
                best = j, t, after
    return best
