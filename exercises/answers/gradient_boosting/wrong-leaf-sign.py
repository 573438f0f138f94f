# Uphill.
# The check says "this step is uphill".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(f - y)
    if loss == "absolute":
        return np.median(f - y)
    p = 1 / (1 + np.exp(-f))
    return np.sum(p - y) / np.sum(p * (1 - p))
