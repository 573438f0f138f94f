# The error if the source is right.
# The check says "this is the error if the source is right".

# %% source-answer
def common_source_error(m, mu, q):
    return binom.sf(m // 2, m, (1 - q) * mu)
