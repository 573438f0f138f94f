# Counts the pairs of a tree with itself.

# %% correlation-answer
def mean_correlation(errors):
    return np.corrcoef(errors).mean()
