# Overwrites the data of the course in its own cell; the tests have theirs.

# %% total
DATA = "lost"


def total(values):
    return float(sum(values))
