# Throws a coin for every mail.
# The check says "Mails on which both are right or both wrong are none".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    return b, c, min(1.0, 2 * binom.cdf(min(b, c), len(y), 0.5))
