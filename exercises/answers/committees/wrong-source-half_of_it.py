# Forgets the right source.
# The check says "the part with a right source is missing".

# %% source-answer
def common_source_error(m, mu, q):
    return mu * binom.sf(m // 2, m, q + (1 - q) * mu)
