# Correlates points instead of trees.
# The check says "this correlates the points with each other; the trees are the rows".

# %% correlation-answer
def mean_correlation(errors):
    matrix = np.corrcoef(errors.T)
    n = len(matrix)
    return (matrix.sum() - n) / (n * (n - 1))
