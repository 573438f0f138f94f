# Sets the data of the course to zero in its own cell; the tests have theirs.

# %% total
DATA[:] = 0


def total(values):
    return float(sum(values))
