# Divides by the size, 0 / 0 where y = f.
# The check says "a nan comes of 0 / 0".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return (y - f) / np.abs(y - f)
    if loss == "huber":
        return np.clip(y - f, -delta, delta)
    return y - 1 / (1 + np.exp(-f))
