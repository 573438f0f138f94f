# Does not split two rows.
# The check says "yours stops with a leaf".

# %% grow-answer
def grow(X, y, question, answer):
    found = None if np.all(y == y[0]) or len(y) <= 2 else question(X, y)
    if found is None:
        return answer(y)
    j, t = found
    left = X[:, j] <= t
    return (
        j,
        t,
        grow(X[left], y[left], question, answer),
        grow(X[~left], y[~left], question, answer),
    )
