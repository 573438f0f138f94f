# Counts only what is more uneven, not what is as uneven.
# The check says "those that fall just so count as well".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, min(1.0, 2 * binom.sf(max(b, c), b + c, 0.5)) if b != c else 1.0
