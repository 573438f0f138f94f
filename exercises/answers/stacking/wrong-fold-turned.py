# A row for each member.
# The check says "yours is turned".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(members), len(y)))
    for k, member in enumerate(members):
        for j in np.unique(fold):
            z[k, fold == j] = member(X[fold != j], y[fold != j], X[fold == j])
    return z
