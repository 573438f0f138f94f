# Cuts off at 1.
# The check says "let delta decide where".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.clip(y - f, -1, 1)
    return y - 1 / (1 + np.exp(-f))
