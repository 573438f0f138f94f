# The plain residuals under Huber's loss.
# The check says "nowhere cut off".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return y - f
    return y - 1 / (1 + np.exp(-f))
