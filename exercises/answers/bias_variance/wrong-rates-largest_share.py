# One less the largest share.
# The check says "does not say the most frequent class; asked".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    _hit, far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return np.mean(1 - p.max(axis=0)), np.mean(far) / 2, np.mean(mixed) / 2
