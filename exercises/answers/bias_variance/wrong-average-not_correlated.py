# Adds up the variances alone.
# The check says "as if members were not correlated".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases), np.trace(covariances) / len(biases) ** 2
