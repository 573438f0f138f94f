# Draws half of the rows without replacement.
# The check says "has 100 rows".

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    total = 0
    for _ in range(m):
        rows = rng.choice(len(X), size=len(X) // 2, replace=False)
        total = total + fit_predict(X[rows], y[rows], X_new)
    return total / m
