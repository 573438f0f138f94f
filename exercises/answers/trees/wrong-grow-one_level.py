# Answers below the root at once.
# The check says "just below the root".

# %% grow-answer
def grow(X, y, question, answer):
    found = None if np.all(y == y[0]) else question(X, y)
    if found is None:
        return answer(y)
    j, t = found
    left = X[:, j] <= t
    return j, t, answer(y[left]), answer(y[~left])
