# The mean size of the biases.
# The check says "it is the mean size".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(np.abs(biases)), np.mean(covariances)
