# The last member's answers come first.
# The check says "the last member to the first".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(y), len(members)))
    for k, member in enumerate(members):
        for j in np.unique(fold):
            z[fold == j, -1 - k] = member(X[fold != j], y[fold != j], X[fold == j])
    return z
