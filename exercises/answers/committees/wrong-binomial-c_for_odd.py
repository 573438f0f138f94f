# Adds the share c of the middle term for odd m too, where there is no tie.
# The check says "you add a share c where m is odd as well, and there is no tie among".

# %% binomial-answer
def committee_error(m, mu, c):
    return binom.sf(m // 2, m, mu) + c * binom.pmf(m // 2, m, mu)
