# The final estimator is asked about z.
# The check says "final was asked about z".

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    answers = np.column_stack([member(X, y, X_new) for member in members])
    return final(z, y, z)[: len(answers)]
