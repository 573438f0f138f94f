# The better member has all of the say.
# The check says "have all of the say".

# %% weight-answer
def best_weight(y, one, other):
    return 1.0 if np.mean((y - one) ** 2) < np.mean((y - other) ** 2) else 0.0
