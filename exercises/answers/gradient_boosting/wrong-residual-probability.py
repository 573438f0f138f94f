# The probabilities by themselves.
# The check says "these are the probabilities of class 1".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.clip(y - f, -delta, delta)
    return 1 / (1 + np.exp(-f))
