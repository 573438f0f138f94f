# The mean covariance.

# %% correlation-answer
def mean_correlation(errors):
    m, matrix = len(errors), np.cov(errors)
    return (matrix.sum() - np.trace(matrix)) / (m * (m - 1))
