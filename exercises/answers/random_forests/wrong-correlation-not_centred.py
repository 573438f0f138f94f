# Products that are not centred.
# The check says "the means are not taken off: the errors of a tree are centred first".

# %% correlation-answer
def mean_correlation(errors):
    m, matrix = len(errors), errors @ errors.T
    size = np.sqrt(np.diag(matrix))
    return ((matrix / np.outer(size, size)).sum() - m) / (m * (m - 1))
