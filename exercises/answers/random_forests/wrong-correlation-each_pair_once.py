# Adds up each pair once and divides by the number of ordered pairs.

# %% correlation-answer
def mean_correlation(errors):
    m = len(errors)
    return np.triu(np.corrcoef(errors), 1).sum() / (m * (m - 1))
