# A Newton step for each row, and the mean of them.
# The check says "the mean of a step for each row".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    if loss == "absolute":
        return np.median(y - f)
    p = 1 / (1 + np.exp(-f))
    return np.mean((y - p) / (p * (1 - p)))
