# Adds the mean variance and the mean covariance.
# The check says "adds the mean variance and the mean covariance".

# %% average-answer
def averaged(biases, covariances):
    m = len(biases)
    off = (np.sum(covariances) - np.trace(covariances)) / max(m * (m - 1), 0.5)
    return np.mean(biases), np.trace(covariances) / m + off
