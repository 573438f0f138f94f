# All experts repeat the source, or none.
# The check says "this is right if all experts repeat the source at once, or none. Here".

# %% source-answer
def common_source_error(m, mu, q):
    return q * mu + (1 - q) * binom.sf(m // 2, m, mu)
