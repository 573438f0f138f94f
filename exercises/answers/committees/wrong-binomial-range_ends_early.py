# range(m) leaves out that all err.
# The check says "range(m) ends before m".

# %% binomial-answer
def committee_error(m, mu, c):
    error = 0
    for k in range(m):
        p = comb(m, k) * mu**k * (1 - mu) ** (m - k)
        error += p if 2 * k > m else c * p if 2 * k == m else 0
    return error
