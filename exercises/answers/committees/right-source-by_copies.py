# Sums over the number of experts who copy.

# %% source-answer
def common_source_error(m, mu, q):
    error = 0
    for copies in range(m + 1):
        share = binom.pmf(copies, m, q)
        error += share * mu * binom.sf(m / 2 - copies, m - copies, mu)
        error += share * (1 - mu) * binom.sf(m / 2, m - copies, mu)
    return error
