# The error if the source is wrong.
# The check says "this is the error if the source is wrong. It is so in a share mu of".

# %% source-answer
def common_source_error(m, mu, q):
    return binom.sf(m // 2, m, q + (1 - q) * mu)
