# Allows a threshold that leaves the right side empty.
# The check says "a threshold lies half way between two neighbouring values; yours is a".

# %% split-answer
def best_split(X, y, features, impurity):
    best = None
    for j in features:
        for t in np.unique(X[:, j]):
            left = X[:, j] <= t
            objective = left.mean() * impurity(y[left]) + (~left).mean() * impurity(y[~left])
            if best is None or objective < best[2]:
                best = j, t, objective
    return best
