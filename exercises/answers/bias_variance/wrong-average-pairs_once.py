# Counts each pair once.
# The check says "counts each pair of members once".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases), np.tril(covariances).sum() / len(biases) ** 2
