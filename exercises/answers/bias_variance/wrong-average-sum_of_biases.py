# Adds up the biases.
# The check says "the sum of the biases".

# %% average-answer
def averaged(biases, covariances):
    return np.sum(biases), np.mean(covariances)
