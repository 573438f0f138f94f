# All experts repeat the source, or none.

# %% source-answer
def common_source_error(m, mu, q):
    return q * mu + (1 - q) * binom.sf(m // 2, m, mu)
