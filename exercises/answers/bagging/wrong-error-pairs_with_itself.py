# Counts a member's product with itself as a pair.
# The check says "Products of a member with itself do not count".

# %% error-answer
def committee_errors(errors):
    products = errors @ errors.T / errors.shape[1]
    return np.mean(errors.mean(axis=0) ** 2), np.mean(errors**2), products.mean()
