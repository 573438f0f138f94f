# Domingos' variance.
# The check says "Domingos' variance".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    hit, far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    return 1 - hit.mean(), np.mean(far) / 2, np.mean(1 - p.max(axis=0))
