# Returns inside the loop.
# The check says "does `return` stand inside the loop?".

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    said = np.zeros_like(y)
    for fold in np.unique(folds):
        out = folds == fold
        said[out] = fit_predict(X[~out], y[~out], X[out])
        return said
