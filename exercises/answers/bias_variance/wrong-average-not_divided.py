# Does not divide.
# The check says "it is not divided by m^2".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases), np.sum(covariances)
