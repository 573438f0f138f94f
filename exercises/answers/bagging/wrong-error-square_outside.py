# Squares the mean of a member's errors instead of averaging the squares.
# The check says "the square stands inside".

# %% error-answer
def committee_errors(errors):
    m, points = errors.shape
    products = errors @ errors.T / points
    pairs = (products.sum() - np.trace(products)) / (m * (m - 1))
    return np.mean(errors.mean(axis=0) ** 2), np.mean(errors.mean(axis=1) ** 2), pairs
