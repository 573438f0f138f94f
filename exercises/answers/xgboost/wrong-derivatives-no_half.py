# Takes the squared error without the half.
# The check says "half the squared error: your g is too large by a factor".

# %% derivatives-answer
def squared(y, f):
    return 2 * (f - y), np.full(len(y), 2.0)


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    return p - y, p * (1 - p)
