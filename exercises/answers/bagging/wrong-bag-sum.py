# The factor 1/m is missing.
# The check says "the factor 1/m is missing".

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    total = 0
    for _ in range(m):
        rows = rng.integers(len(X), size=len(X))
        total = total + fit_predict(X[rows], y[rows], X_new)
    return total
