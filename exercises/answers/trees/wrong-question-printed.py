# Prints the question.
# The check says "returned nothing (None)".

# %% question-answer
def best_question(X, y):
    best = None
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            after = (left.sum() * y[left].var() + (~left).sum() * y[~left].var()) / len(y)
            if best is None or after < best[2]:
                best = j, t, after
    print(best)
