# Exchanges the two counts.
# The check says "the mails that only `one` gets right come first".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return c, b, min(1.0, 2 * binom.cdf(min(b, c), b + c, 0.5))
