# Divides the bias by m once more.
# The check says "that is for the variance".

# %% average-answer
def averaged(biases, covariances):
    return np.sum(biases) / len(biases) ** 2, np.mean(covariances)
