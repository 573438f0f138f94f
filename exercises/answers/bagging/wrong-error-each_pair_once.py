# Adds up each pair once and divides by the number of ordered pairs.
# The check says "a factor 2 is forgotten".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = np.triu(products, 1).sum() / (m * (m - 1))
    return np.mean(errors.mean(axis=0) ** 2), np.mean(errors**2), pairs
