# Learns from one fold, and is asked about the others.
# The check says "It is the other way round".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(y), len(members)))
    for k, member in enumerate(members):
        for j in np.unique(fold):
            z[fold != j, k] = member(X[fold == j], y[fold == j], X[fold != j])
    return z
