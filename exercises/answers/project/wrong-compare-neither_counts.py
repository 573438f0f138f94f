# Throws a coin for mails on which both are wrong.
# The check says "Mails on which both are wrong are none".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    n = np.sum((one != y) | (other != y))
    return b, c, min(1.0, 2 * binom.cdf(min(b, c), n, 0.5))
