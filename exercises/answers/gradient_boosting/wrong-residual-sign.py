# The gradient instead of minus the gradient.
# The check says "which points uphill".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return f - y
    if loss == "absolute":
        return np.sign(f - y)
    if loss == "huber":
        return np.clip(f - y, -delta, delta)
    return 1 / (1 + np.exp(-f)) - y
