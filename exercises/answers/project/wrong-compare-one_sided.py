# One side only.
# The check says "that so few fall to the *one* side; at least as unevenly to either side".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, binom.cdf(min(b, c), b + c, 0.5)
