# Two weights that need not add up to 1.
# The check says "need not add up to 1".

# %% weight-answer
def best_weight(y, one, other):
    z = np.column_stack([one, other])
    return np.linalg.lstsq(z, y, rcond=None)[0][0]
