# Takes the square of the slope for the curvature.

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones(len(y))


def logistic(y, f):
    g = 1 / (1 + np.exp(-f)) - y
    return g, g**2
