# The loss in place of its slope.
# The check says "this is the loss itself".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return (y - f) ** 2 / 2
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.clip(y - f, -delta, delta)
    return y - 1 / (1 + np.exp(-f))
