# Newton's step without what stands below.
# The check says "this is the sum of the pseudo-residuals".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    if loss == "absolute":
        return np.median(y - f)
    p = 1 / (1 + np.exp(-f))
    return np.sum(y - p)
