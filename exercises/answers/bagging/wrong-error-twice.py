# Each pair twice, by the number of unordered pairs.
# The check says "is twice what it should be".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = (products.sum() - np.trace(products)) / (m * (m - 1) / 2)
    return np.mean(errors.mean(axis=0) ** 2), np.mean(errors**2), pairs
