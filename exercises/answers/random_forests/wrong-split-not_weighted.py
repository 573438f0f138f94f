# The impurities of the sides are not weighted.

# %% split-answer
def best_split(X, y, features, impurity):
    best = None
    for j in features:
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            objective = (impurity(y[left]) + impurity(y[~left])) / 2
            if best is None or objective < best[2]:
                best = j, t, objective
    return best
