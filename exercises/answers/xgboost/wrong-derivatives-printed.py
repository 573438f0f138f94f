# Prints instead of returning.
# The check says "returned nothing (None)".

# %% derivatives-answer
def squared(y, f):
    print(f - y, np.ones(len(y)))


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    print(p - y, p * (1 - p))
