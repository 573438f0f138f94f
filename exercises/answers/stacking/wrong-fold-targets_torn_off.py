# Learns the first targets in place of the rows' own.
# The check says "with other rows of y".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(y), len(members)))
    for k, member in enumerate(members):
        for j in np.unique(fold):
            others = fold != j
            z[fold == j, k] = member(X[others], y[: others.sum()], X[fold == j])
    return z
