# Compares two shares as if they were of different mails.
# The check says "two shares from *different* mails. The filters judged the same mails".

# %% compare-answer
def compare(y, one, other):
    from scipy.stats import norm

    b, c = np.sum((one == y) & (other != y)), np.sum((one != y) & (other == y))
    first, second = np.mean(one != y), np.mean(other != y)
    mean = (first + second) / 2
    error = np.sqrt(2 * mean * (1 - mean) / len(y))
    return b, c, 2 * norm.sf(abs(first - second) / error) if first != second else 1.0
