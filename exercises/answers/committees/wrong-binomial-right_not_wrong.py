# The probability that the vote is right.
# The check says "this is the probability that more than half of the experts are right;".

# %% binomial-answer
def committee_error(m, mu, c):
    return binom.sf(m // 2, m, 1 - mu) + (c * binom.pmf(m // 2, m, mu) if m % 2 == 0 else 0)
