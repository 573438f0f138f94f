# The last member writes over all.
# The check says "what the last member says".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(y), len(members)))
    for member in members:
        for j in np.unique(fold):
            z[fold == j] = member(X[fold != j], y[fold != j], X[fold == j])[:, None]
    return z
