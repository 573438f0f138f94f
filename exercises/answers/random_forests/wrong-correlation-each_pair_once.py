# Adds up each pair once and divides by the number of ordered pairs.
# The check says "you added up each pair once, and divided by the number of ordered".

# %% correlation-answer
def mean_correlation(errors):
    m = len(errors)
    return np.triu(np.corrcoef(errors), 1).sum() / (m * (m - 1))
