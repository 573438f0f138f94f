# Hands over the labels in another order than the rows.
# The check says "you handed over labels that are not theirs".

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    said = np.zeros_like(y)
    for fold in np.unique(folds):
        out = folds == fold
        said[out] = fit_predict(X[~out], y[: np.sum(~out)], X[out])
    return said
