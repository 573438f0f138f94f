# Forgets the half of the bias.
# The check says "squared bias is wrong: the factor 1/2 is missing".

# %% rates-answer
def split_by_shares(p, right):
    truth = np.arange(len(p))[:, None] == right
    hit, far = np.sum(truth * p, axis=0), np.sum((truth - p) ** 2, axis=0)
    mixed = 1 - np.sum(p**2, axis=0)
    return 1 - hit.mean(), np.mean(far), np.mean(mixed) / 2
