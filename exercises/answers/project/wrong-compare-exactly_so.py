# The probability of exactly these counts.
# The check says "this is the probability of falling exactly as these did".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, min(1.0, 2 * binom.pmf(min(b, c), b + c, 0.5))
