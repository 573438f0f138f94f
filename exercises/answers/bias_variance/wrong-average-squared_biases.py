# The mean of the squared biases.
# The check says "the mean of the squared biases".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases**2), np.mean(covariances)
