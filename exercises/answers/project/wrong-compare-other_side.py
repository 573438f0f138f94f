# The probability of what is less uneven.
# The check says "that they do *not* fall so unevenly".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, 1 - min(1.0, 2 * binom.cdf(min(b, c), b + c, 0.5))
