# The squared bias as a difference.

# %% rates-answer
def split_by_shares(p, right):
    error = np.mean(1 - p[right, np.arange(len(right))])
    variance = np.mean(np.sum(p * (1 - p), axis=0)) / 2
    return [error, error - variance, variance]
