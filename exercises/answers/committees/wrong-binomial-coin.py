# A coin decides ties.
# The check says "you let a coin decide each tie".

# %% binomial-answer
def committee_error(m, mu, c):
    return binom.sf(m // 2, m, mu) + (binom.pmf(m // 2, m, mu) / 2 if m % 2 == 0 else 0)
