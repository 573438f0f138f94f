# Counts the pairs of a tree with itself.
# The check says "pairs; the pairs of a tree with itself, with correlation".

# %% correlation-answer
def mean_correlation(errors):
    return np.corrcoef(errors).mean()
