# Picks whole rows of p.
# The check says "picks whole rows".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    _hit, far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return 1 - np.mean(p[right]), np.mean(far) / 2, np.mean(mixed) / 2
