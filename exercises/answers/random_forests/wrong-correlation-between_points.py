# Correlates points instead of trees.

# %% correlation-answer
def mean_correlation(errors):
    matrix = np.corrcoef(errors.T)
    n = len(matrix)
    return (matrix.sum() - n) / (n * (n - 1))
