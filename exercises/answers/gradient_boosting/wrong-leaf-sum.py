# The sum of the residuals.
# The check says "this is the sum; all rows move by the same c".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.sum(y - f)
    if loss == "absolute":
        return np.median(y - f)
    p = 1 / (1 + np.exp(-f))
    return np.sum(y - p) / np.sum(p * (1 - p))
