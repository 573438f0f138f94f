# Takes q for the correlation, whose root is the probability to copy.
# The check says "you take q for the correlation of two experts, whose root is the".

# %% source-answer
def common_source_error(m, mu, q):
    q = np.sqrt(q)
    misled = binom.sf(m // 2, m, q + (1 - q) * mu)
    informed = binom.sf(m // 2, m, (1 - q) * mu)
    return mu * misled + (1 - mu) * informed
