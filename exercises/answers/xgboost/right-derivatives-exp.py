# With other forms of the same fractions.

# %% derivatives-answer
def squared(y, f):
    return -(y - f), np.full(np.shape(f), 1.0)


def logistic(y, f):
    odds = np.exp(f)
    return odds / (1 + odds) - y, odds / (1 + odds) ** 2
