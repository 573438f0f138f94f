# Takes one row too few of the held.
# The check says "about the 3 rows held out; yours got 2".

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    both, n = np.vstack([X[held], X_new]), held.sum() - 1
    said = np.column_stack([member(X[~held], y[~held], both) for member in members])
    return final(said[:n], y[held][:n], said[n + 1 :])
