# Counts ties as wrong, whatever c is.
# The check says "you count each tie as wrong, whatever c is".

# %% binomial-answer
def committee_error(m, mu, c):
    return sum(comb(m, k) * mu**k * (1 - mu) ** (m - k) for k in range(m + 1) if 2 * k >= m)
