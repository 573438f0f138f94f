# By a vector of equal weights.

# %% average-answer
def averaged(biases, covariances):
    w = np.full(len(biases), 1 / len(biases))
    return [w @ biases, w @ covariances @ w]
