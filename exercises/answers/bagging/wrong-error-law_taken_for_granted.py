# Divides the average error by m, as if the errors were uncorrelated.
# The check says "the average error divided by m".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = (products.sum() - np.trace(products)) / (m * (m - 1))
    average = np.mean(errors**2)
    return average / m, average, pairs
