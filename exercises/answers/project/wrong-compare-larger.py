# Takes the larger count.
# The check says "at most the *larger* number falls to a side".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, min(1.0, 2 * binom.cdf(max(b, c), b + c, 0.5))
