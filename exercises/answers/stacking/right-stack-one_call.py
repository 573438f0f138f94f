# Asks about both in one call.

# %% stack-answer
def stacked(members, X, y, X_new, z, final):
    said = [member(X, y, np.vstack([X, X_new]))[len(y) :] for member in members]
    return final(z, y, np.array(said).T)
