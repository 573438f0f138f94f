# Has labels -1 and +1 in mind.
# The check says "the logistic loss: your formula is one for the labels -".

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones(len(y))


def logistic(y, f):
    p = 1 / (1 + np.exp(y * f))
    return -y * p, p * (1 - p)
