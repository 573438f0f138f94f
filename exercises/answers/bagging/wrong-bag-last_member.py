# Keeps the last member's predictions.
# The check says "this is what the last member answered".

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    for _ in range(m):
        rows = rng.integers(len(X), size=len(X))
        total = fit_predict(X[rows], y[rows], X_new)
    return total
