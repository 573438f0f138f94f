# Returns p alone.
# The check says "three numbers are asked for".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return min(1.0, 2 * binom.cdf(min(b, c), b + c, 0.5))
