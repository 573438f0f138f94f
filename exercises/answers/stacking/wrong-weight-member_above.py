# The first member itself stands above the line.
# The check says "above the line stands the first member".

# %% weight-answer
def best_weight(y, one, other):
    return np.sum((y - other) * one) / np.sum((one - other) ** 2)
