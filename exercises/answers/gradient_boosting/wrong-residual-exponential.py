# The pseudo-residuals of the exponential loss.
# The check says "the exponential loss".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.clip(y - f, -delta, delta)
    s = 2 * y - 1
    return s * np.exp(-s * f)
