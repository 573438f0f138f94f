# If the source is right, lets each expert err as if he had not read it.

# %% source-answer
def common_source_error(m, mu, q):
    misled = binom.sf(m // 2, m, q + (1 - q) * mu)
    return mu * misled + (1 - mu) * binom.sf(m // 2, m, mu)
