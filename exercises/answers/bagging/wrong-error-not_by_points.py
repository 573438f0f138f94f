# Products without the factor 1/points.
# The check says "the sum of the products over the points".

# %% error-answer
def committee_errors(errors):
    m, _ = errors.shape
    products = errors @ errors.T
    pairs = (products.sum() - np.trace(products)) / (m * (m - 1))
    return np.mean(errors.mean(axis=0) ** 2), np.mean(errors**2), pairs
