# The mean of the variances.
# The check says "as if all members were the same".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases), np.mean(np.diag(covariances))
