# Draws the rows of X and of y separately.
# The check says "with the y of other rows".

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    n = len(X)
    members = []
    for _ in range(m):
        members.append(fit_predict(X[rng.integers(n, size=n)], y[rng.integers(n, size=n)], X_new))
    return np.mean(members, axis=0)
