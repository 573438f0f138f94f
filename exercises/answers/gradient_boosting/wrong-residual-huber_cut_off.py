# Far rows do not pull at all under Huber's loss.
# The check says "but it does pull; yours is 0".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.where(np.abs(y - f) <= delta, y - f, 0)
    return y - 1 / (1 + np.exp(-f))
