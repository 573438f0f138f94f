# Predicts the training set instead of the new rows.
# The check says "must predict the rows of X_new".

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    total = 0
    for _ in range(m):
        rows = rng.integers(len(X), size=len(X))
        total += fit_predict(X[rows], y[rows], X[rows])
    return total / m
