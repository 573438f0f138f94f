# The derivative of the mean loss, divided by the number of rows.
# The check says "as the slope of a mean squared error".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return 2 / len(y) * (y - f)
    if loss == "absolute":
        return np.sign(y - f) / len(y)
    if loss == "huber":
        return np.clip(y - f, -delta, delta) / len(y)
    return (y - 1 / (1 + np.exp(-f))) / len(y)
