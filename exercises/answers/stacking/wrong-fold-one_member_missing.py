# The loop stops one member early.
# The check says "Do your loops reach every member".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.zeros((len(y), len(members)))
    for k in range(len(members) - 1):
        for j in np.unique(fold):
            z[fold == j, k] = members[k](X[fold != j], y[fold != j], X[fold == j])
    return z
