# Asks about the new rows first.

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    both = np.concatenate([X_new, X[held]])
    said = np.array([member(X[~held], y[~held], both) for member in members]).T
    return final(said[len(X_new) :], y[held], said[: len(X_new)])
