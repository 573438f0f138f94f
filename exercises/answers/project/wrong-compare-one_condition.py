# Asks `and` of arrays.
# The check says "an array has many answers".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum(one == y and other != y), np.sum(one != y and other == y)
    return b, c, min(1.0, 2 * binom.cdf(min(b, c), b + c, 0.5))
