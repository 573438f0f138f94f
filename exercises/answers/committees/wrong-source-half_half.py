# Counts a right and a wrong source equally.
# The check says "you count a wrong and a right source equally; the source is wrong".

# %% source-answer
def common_source_error(m, mu, q):
    misled = binom.sf(m // 2, m, q + (1 - q) * mu)
    informed = binom.sf(m // 2, m, (1 - q) * mu)
    return (misled + informed) / 2
