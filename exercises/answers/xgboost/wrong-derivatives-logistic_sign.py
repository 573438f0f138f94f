# Has the residual in the logistic loss only.
# The check says "the logistic loss: your g is turned round. Where the prediction is".

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones(len(y))


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    return y - p, p * (1 - p)
