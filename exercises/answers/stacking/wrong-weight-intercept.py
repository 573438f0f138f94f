# A line with an intercept.
# The check says "with an intercept".

# %% weight-answer
def best_weight(y, one, other):
    way = one - other
    way, target = way - way.mean(), (y - other) - (y - other).mean()
    return np.sum(way * target) / max(np.sum(way**2), 1e-12)
