# The second derivative at the mean probability.
# The check says "the bend at the mean probability".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    if loss == "absolute":
        return np.median(y - f)
    p = 1 / (1 + np.exp(-f))
    return np.mean(y - p) / (p.mean() * (1 - p.mean()))
