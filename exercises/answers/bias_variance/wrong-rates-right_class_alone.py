# The right class alone.
# The check says "at the right class alone".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    hit, _far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return 1 - hit.mean(), np.mean((1 - hit) ** 2), np.mean(mixed) / 2
