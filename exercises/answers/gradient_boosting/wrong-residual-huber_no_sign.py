# Far rows pull upwards, wherever they are, under Huber's loss.
# The check says "yours pulls upwards".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.where(np.abs(y - f) <= delta, y - f, delta)
    return y - 1 / (1 + np.exp(-f))
