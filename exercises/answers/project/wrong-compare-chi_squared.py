# The chi-squared approximation.
# The check says "s test by the chi-squared or normal distribution, an approximation".

# %% compare-answer
def compare(y, one, other):
    from scipy.stats import chi2

    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, chi2.sf((b - c) ** 2 / (b + c), 1) if b + c else 1.0
