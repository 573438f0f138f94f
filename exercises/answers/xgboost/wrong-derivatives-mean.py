# Divides by the number of rows.
# The check says "half the squared error: you divided by the number of rows; L is the".

# %% derivatives-answer
def squared(y, f):
    return (f - y) / len(y), np.ones(len(y)) / len(y)


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    return (p - y) / len(y), p * (1 - p) / len(y)
