# Returns the second member's weight.
# The check says "the weight of the second member".

# %% weight-answer
def best_weight(y, one, other):
    way = one - other
    return 1 - np.sum((y - other) * way) / np.sum(way**2)
