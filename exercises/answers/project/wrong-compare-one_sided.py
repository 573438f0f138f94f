# One side only.

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, binom.cdf(min(b, c), b + c, 0.5)
