# Forgets the square below the line.
# The check says "ways without a square".

# %% weight-answer
def best_weight(y, one, other):
    way = one - other
    return np.sum((y - other) * way) / np.sum(np.abs(way))
