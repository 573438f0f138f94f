# Each expert errs with probability mu in all, so the source is forgotten.
# The check says "this is the error of independent experts; they copy from one source,".

# %% source-answer
def common_source_error(m, mu, q):
    return binom.sf(m // 2, m, q * mu + (1 - q) * mu)
