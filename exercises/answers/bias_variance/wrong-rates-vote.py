# How often the vote is wrong.
# The check says "the most frequent class is wrong".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    _hit, far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return np.mean(p.argmax(axis=0) != right), np.mean(far) / 2, np.mean(mixed) / 2
