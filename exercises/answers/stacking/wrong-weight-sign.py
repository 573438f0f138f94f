# One of the ways starts at the other end.
# The check says "the sign is wrong".

# %% weight-answer
def best_weight(y, one, other):
    return np.sum((other - y) * (one - other)) / np.sum((one - other) ** 2)
