# Far rows pull with 1 instead of delta.
# The check says "yours pull with 1".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.where(np.abs(y - f) <= delta, y - f, np.sign(y - f))
    return y - 1 / (1 + np.exp(-f))
