# Leaves the variances out.
# The check says "on the diagonal, are missing".

# %% average-answer
def averaged(biases, covariances):
    off = np.sum(covariances) - np.trace(covariances)
    return np.mean(biases), off / len(biases) ** 2
