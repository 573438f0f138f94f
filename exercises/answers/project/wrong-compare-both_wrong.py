# Counts what each gets wrong.
# The check says "these are the mails that each gets wrong".

# %% compare-answer
def compare(y, one, other):
    b, c = np.sum(one != y), np.sum(other != y)
    return b, c, min(1.0, 2 * binom.cdf(min(b, c), b + c, 0.5))
