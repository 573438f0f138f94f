# Divides the products of different members by m^2.
# The check says "and divided by m^2 all the same".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = (products.sum() - np.trace(products)) / m**2
    return np.mean(errors.mean(axis=0) ** 2), np.mean(errors**2), pairs
