# The final estimator learns from answers about known rows.
# The check says "which are all perfect".

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    known = np.column_stack([member(X, y, X) for member in members])
    return final(known, y, np.column_stack([member(X, y, X_new) for member in members]))
