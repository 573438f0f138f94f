# Forgets that there may be no question.
# The check says "grow failed with TypeError".

# %% grow-answer
def grow(X, y, question, answer):
    if np.all(y == y[0]):
        return answer(y)
    j, t = question(X, y)
    left = X[:, j] <= t
    return (
        j,
        t,
        grow(X[left], y[left], question, answer),
        grow(X[~left], y[~left], question, answer),
    )
