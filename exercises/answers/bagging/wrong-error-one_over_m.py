# The committee's error with 1/m instead of 1/m^2.
# The check says "a factor 1/m is missing".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = (products.sum() - np.trace(products)) / (m * (m - 1))
    return np.mean(errors.sum(axis=0) ** 2) / m, np.mean(errors**2), pairs
