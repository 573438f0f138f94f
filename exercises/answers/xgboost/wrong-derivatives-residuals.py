# Returns residuals: the negative slopes.
# The check says "half the squared error: your g is turned round. Where the prediction".

# %% derivatives-answer
def squared(y, f):
    return y - f, np.ones(len(y))


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    return y - p, p * (1 - p)
