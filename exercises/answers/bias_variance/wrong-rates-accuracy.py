# How often the learner is right.
# The check says "how often the learner is right".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    hit, far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return hit.mean(), np.mean(far) / 2, np.mean(mixed) / 2
