# The standard deviation.
# The check says "it is the standard deviation".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases), np.sqrt(np.mean(covariances))
