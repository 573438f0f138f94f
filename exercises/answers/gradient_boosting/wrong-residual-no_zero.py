# Never 0 under the absolute error.
# The check says "where y and f are equal, 0 is asked for".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.where(y > f, 1, -1)
    if loss == "huber":
        return np.clip(y - f, -delta, delta)
    return y - 1 / (1 + np.exp(-f))
