# The error if the source is wrong.

# %% source-answer
def common_source_error(m, mu, q):
    return binom.sf(m // 2, m, q + (1 - q) * mu)
