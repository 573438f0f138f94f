# A list of what came, fold by fold.
# The check says "is a list of parts".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = []
    for j in np.unique(fold):
        for member in members:
            z.append(member(X[fold != j], y[fold != j], X[fold == j]))
    return z
