# The weights of the two states are exchanged.
# The check says "a wrong and a right source are exchanged".

# %% source-answer
def common_source_error(m, mu, q):
    misled = binom.sf(m // 2, m, q + (1 - q) * mu)
    informed = binom.sf(m // 2, m, (1 - q) * mu)
    return (1 - mu) * misled + mu * informed
