# Returns what the question gains.
# The check says "this is what the question gains".

# %% question-answer
def best_question(X, y):
    best = None
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            gain = y.var() - left.mean() * y[left].var() - (1 - left.mean()) * y[~left].var()
            if best is None or gain > best[2]:
                best = j, t, gain
    return best
