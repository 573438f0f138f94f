# Prints the three numbers.
# The check says "returned nothing (None)".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    print(b, c, min(1.0, 2 * binom.cdf(min(b, c), b + c, 0.5)))
