# Grows the left side twice.
# The check says "both sides of yours hold the same rows".

# %% grow-answer
def grow(X, y, question, answer):
    found = None if np.all(y == y[0]) else question(X, y)
    if found is None:
        return answer(y)
    j, t = found
    left = X[:, j] <= t
    side = grow(X[left], y[left], question, answer)
    return j, t, side, side
