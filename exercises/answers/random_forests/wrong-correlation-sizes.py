# The size of the correlations.
# The check says "their signs count".

# %% correlation-answer
def mean_correlation(errors):
    m = len(errors)
    matrix = np.abs(np.corrcoef(errors))
    return (matrix.sum() - m) / (m * (m - 1))
