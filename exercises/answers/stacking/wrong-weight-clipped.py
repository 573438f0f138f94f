# Keeps the weight between 0 and 1.
# The check says "Nothing keeps it between 0 and 1".

# %% weight-answer
def best_weight(y, one, other):
    way = one - other
    return min(max(np.sum((y - other) * way) / np.sum(way**2), 0.0), 1.0)
