# The sum over the pairs.
# The check says "this is the sum over the pairs".

# %% correlation-answer
def mean_correlation(errors):
    return np.triu(np.corrcoef(errors), 1).sum()
