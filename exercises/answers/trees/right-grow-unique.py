# Looks for a question only where targets differ.

# %% grow-answer
def grow(X, y, question, answer):
    if len(set(y.tolist())) > 1:
        asked = question(X, y)
        if asked is not None:
            j, t = asked
            low, high = np.flatnonzero(X[:, j] <= t), np.flatnonzero(X[:, j] > t)
            sides = [grow(X[rows], y[rows], question, answer) for rows in (low, high)]
            return (j, t, *sides)
    return answer(y)
