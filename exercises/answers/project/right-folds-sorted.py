# Collects answers fold by fold, and puts them into order at the end.

# %% folds-answer
def out_of_fold(fit_predict, X, y, folds):
    rows, said = [], []
    for fold in sorted(set(folds.tolist())):
        inside = np.flatnonzero(folds == fold)
        outside = np.flatnonzero(folds != fold)
        rows.extend(inside)
        said.extend(fit_predict(X[outside], y[outside], X[inside]))
    return np.array(said)[np.argsort(rows)]
