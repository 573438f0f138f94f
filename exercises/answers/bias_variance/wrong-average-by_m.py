# Divides by m.
# The check says "there are m^2 covariances".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases), np.sum(covariances) / len(biases)
