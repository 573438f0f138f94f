# If the source is right, lets each expert err as if he had not read it.
# The check says "if the source is right, an expert who repeats it is right; he errs".

# %% source-answer
def common_source_error(m, mu, q):
    misled = binom.sf(m // 2, m, q + (1 - q) * mu)
    return mu * misled + (1 - mu) * binom.sf(m // 2, m, mu)
