# Doubles without a limit: p above 1.
# The check says "a probability is never more. Doubling counts the middle twice".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, 2 * binom.cdf(min(b, c), b + c, 0.5)
