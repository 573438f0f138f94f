# An array of whole numbers.
# The check says "cut to whole numbers".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.zeros((len(y), len(members)), dtype=int)
    for k, member in enumerate(members):
        for j in np.unique(fold):
            z[fold == j, k] = member(X[fold != j], y[fold != j], X[fold == j])
    return z
