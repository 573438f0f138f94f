# The chi-squared approximation with a correction for continuity.
# The check says "with a correction for continuity, still an approximation".

# %% compare-answer
def compare(y, one, other):
    from scipy.stats import chi2

    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, chi2.sf(max(abs(b - c) - 1, 0) ** 2 / (b + c), 1) if b + c else 1.0
