# The final estimator learns from X.
# The check says "final learned from X".

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    answers = np.column_stack([member(X, y, X_new) for member in members])
    return final(X, y, answers)
