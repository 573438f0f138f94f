# Forgets the factor (1 - p) of h.
# The check says "the logistic loss: your h is p itself. Where f is large and p nearly".

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones(len(y))


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    return p - y, p
