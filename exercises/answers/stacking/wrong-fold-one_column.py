# All members write into one column.
# The check says "each member has a column of its own".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty(len(y))
    for member in members:
        for j in np.unique(fold):
            z[fold == j] = member(X[fold != j], y[fold != j], X[fold == j])
    return z
