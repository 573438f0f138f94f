# Gives all rows to both sides.
# The check says "which rows does each side get".

# %% grow-answer
def grow(X, y, question, answer):
    found = None if np.all(y == y[0]) else question(X, y)
    if found is None:
        return answer(y)
    j, t = found
    return j, t, grow(X, y, question, answer), grow(X, y, question, answer)
