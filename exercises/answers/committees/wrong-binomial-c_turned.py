# Takes c for the share of ties that are right.
# The check says "you take c for the share of ties that are right; it is that of ties".

# %% binomial-answer
def committee_error(m, mu, c):
    return binom.sf(m // 2, m, mu) + ((1 - c) * binom.pmf(m // 2, m, mu) if m % 2 == 0 else 0)
