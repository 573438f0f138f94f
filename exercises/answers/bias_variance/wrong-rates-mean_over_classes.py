# The mean over the classes.
# The check says "the mean over the classes".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    hit, _far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return 1 - hit.mean(), np.mean((truth - p) ** 2), np.mean(mixed) / 2
