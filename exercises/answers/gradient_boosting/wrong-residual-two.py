# The derivative of (y - f)^2 without the 1/2.
# The check says "twice too much".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return 2 * (y - f)
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.clip(y - f, -delta, delta)
    return y - 1 / (1 + np.exp(-f))
