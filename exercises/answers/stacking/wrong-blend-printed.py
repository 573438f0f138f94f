# Prints what the blend says.
# The check says "returned nothing (None)".

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    both, n = np.vstack([X[held], X_new]), held.sum()
    said = np.column_stack([member(X[~held], y[~held], both) for member in members])
    print(final(said[:n], y[held], said[n:]))
