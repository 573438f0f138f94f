# The wrong sign in the exponent.
# The check says "Look at the sign in the exponent".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    if loss == "absolute":
        return np.median(y - f)
    p = 1 / (1 + np.exp(f))
    return np.sum(y - p) / np.sum(p * (1 - p))
