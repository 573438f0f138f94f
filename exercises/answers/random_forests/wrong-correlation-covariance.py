# The mean covariance.
# The check says "this is a covariance. A correlation is divided by both standard".

# %% correlation-answer
def mean_correlation(errors):
    m, matrix = len(errors), np.cov(errors)
    return (matrix.sum() - np.trace(matrix)) / (m * (m - 1))
