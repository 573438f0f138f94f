# The median of the pseudo-residuals.
# The check says "the median of the pseudo-residuals".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    if loss == "absolute":
        return np.median(np.sign(y - f))
    p = 1 / (1 + np.exp(-f))
    return np.sum(y - p) / np.sum(p * (1 - p))
