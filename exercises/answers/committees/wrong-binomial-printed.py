# Prints the error instead of returning it.
# The check says "returned nothing (None)".

# %% binomial-answer
def committee_error(m, mu, c):
    print(binom.sf(m // 2, m, mu))
