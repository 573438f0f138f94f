# Learns from all rows.
# The check says "your classifier learned from all rows".

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    said = np.zeros_like(y)
    for fold in np.unique(folds):
        said[folds == fold] = fit_predict(X, y, X[folds == fold])
    return said
