# The way to the target starts at 0.
# The check says "starts at the second member, too".

# %% weight-answer
def best_weight(y, one, other):
    way = one - other
    return np.sum(y * way) / np.sum(way**2)
