# The quotient upside down.
# The check says "this fraction is upside down".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    if loss == "absolute":
        return np.median(y - f)
    p = 1 / (1 + np.exp(-f))
    return np.sum(p * (1 - p)) / np.sum(y - p)
