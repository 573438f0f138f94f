# The final estimator is asked about X_new.
# The check says "it knows answers only".

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    answers = [member(X, y, X_new) for member in members]
    return final(z, y, X_new) + 0 * answers[0]
