# Takes the log-odds for a probability.
# The check says "the logistic loss: your g is f - y, the slope of the squared error. f".

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones(len(y))


def logistic(y, f):
    return f - y, f * (1 - f)
