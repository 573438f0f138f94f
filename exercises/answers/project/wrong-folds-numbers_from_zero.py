# Takes the folds to be numbered 0, 1, 2, ...
# The check says "a classifier was asked about no rows".

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    said = np.zeros_like(y)
    for fold in range(folds.max() + 1):
        out = folds == fold
        said[out] = fit_predict(X[~out], y[~out], X[out])
    return said
