# The mean of the rows' ratios.
# The check says "the mean of the rows' own ratios".

# %% weight-answer
def best_weight(y, one, other):
    return np.mean((y - other) / (one - other))
