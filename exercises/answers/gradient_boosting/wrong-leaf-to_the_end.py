# Newton's steps until nothing changes: the exact minimum.
# The check says "this is the exact minimum".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y - f)
    if loss == "absolute":
        return np.median(y - f)
    c = 0.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-f - c))
        c += np.clip(np.sum(y - p) / np.sum(p * (1 - p)), -2, 2)
    return c
