# Learns from one fold, and speaks of the others.
# The check says "learned from the one fold".

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    said = np.zeros_like(y)
    for fold in np.unique(folds):
        out = folds != fold
        said[out] = fit_predict(X[~out], y[~out], X[out])
    return said
