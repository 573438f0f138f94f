# Forgets to divide.
# The check says "what stands below the line is missing".

# %% weight-answer
def best_weight(y, one, other):
    return np.sum((y - other) * (one - other))
