# Asks the first member each time.
# The check says "what the first member says".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(y), len(members)))
    for k in range(len(members)):
        for j in np.unique(fold):
            z[fold == j, k] = members[0](X[fold != j], y[fold != j], X[fold == j])
    return z
