# Asks about a row that is none of a table.
# The check says "that of one X[[i]]".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = np.empty((len(y), len(members)))
    for i in range(len(y)):
        for k, member in enumerate(members):
            z[i, k] = member(X[fold != fold[i]], y[fold != fold[i]], X[i])[0]
    return z
