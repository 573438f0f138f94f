# Prints the answers.
# The check says "returned nothing (None)".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(y), len(members)))
    for k, member in enumerate(members):
        for j in np.unique(fold):
            z[fold == j, k] = member(X[fold != j], y[fold != j], X[fold == j])
    print(z)
