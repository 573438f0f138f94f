# Returns a single number for h.

# %% derivatives-answer
def squared(y, f):
    return f - y, 1


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    return p - y, p * (1 - p)
