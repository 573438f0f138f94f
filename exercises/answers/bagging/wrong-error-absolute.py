# Averages the size of the errors.
# The check says "averages the size of the errors".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = (products.sum() - np.trace(products)) / (m * (m - 1))
    return np.mean(errors.mean(axis=0) ** 2), np.mean(np.abs(errors)), pairs
