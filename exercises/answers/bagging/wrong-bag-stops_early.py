# Returns inside the loop.
# The check says "fit_predict was called 1 times".

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    total = np.zeros(len(X_new))
    for _ in range(m):
        rows = rng.integers(len(X), size=len(X))
        total += fit_predict(X[rows], y[rows], X_new)
        return total / m
