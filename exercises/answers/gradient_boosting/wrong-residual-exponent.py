# The wrong sign in the exponent of the probability.
# The check says "Look at the sign in the exponent".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    if loss == "squared":
        return y - f
    if loss == "absolute":
        return np.sign(y - f)
    if loss == "huber":
        return np.clip(y - f, -delta, delta)
    return y - 1 / (1 + np.exp(f))
