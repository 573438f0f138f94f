# Weighs by the members' errors.
# The check says "by the members' errors alone".

# %% weight-answer
def best_weight(y, one, other):
    a, b = np.mean((y - one) ** 2), np.mean((y - other) ** 2)
    return b / (a + b)
