# Lets each member learn twice.
# The check says "each member learns once".

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    Z = np.column_stack([member(X[~held], y[~held], X[held]) for member in members])
    Z_new = np.column_stack([member(X[~held], y[~held], X_new) for member in members])
    return final(Z, y[held], Z_new)
