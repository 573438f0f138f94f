# Returns the three at each point.
# The check says "a mean over the points, one number".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    hit, far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return 1 - hit, far / 2, mixed / 2
