# Asks about all rows in each round, and keeps those of the fold.
# The check says "your classifier was asked about all rows".

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    said = np.zeros_like(y)
    for fold in np.unique(folds):
        out = folds == fold
        said[out] = fit_predict(X[~out], y[~out], X)[out]
    return said
