# Forgets in how many ways k of m can err.
# The check says "several experts can err in several ways. The number of ways, comb(m,".

# %% binomial-answer
def committee_error(m, mu, c):
    terms = [mu**k * (1 - mu) ** (m - k) for k in range(m + 1)]
    return sum(terms[m // 2 + 1 :]) + (c * terms[m // 2] if m % 2 == 0 else 0)
