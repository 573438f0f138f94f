# Row by row, each with a fit of its own.

# %% fold-answer
def out_of_fold(members, X, y, fold):
    z = []
    for i in range(len(y)):
        others = fold != fold[i]
        z.append([member(X[others], y[others], X[[i]])[0] for member in members])
    return np.array(z)
