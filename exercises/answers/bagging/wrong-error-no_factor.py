# The sum of the members, not their mean.
# The check says "the factor 1/m^2 is missing".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = (products.sum() - np.trace(products)) / (m * (m - 1))
    return np.mean(errors.sum(axis=0) ** 2), np.mean(errors**2), pairs
