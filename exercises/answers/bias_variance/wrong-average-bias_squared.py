# Squares the bias.
# The check says "it is squared; asked is the bias itself".

# %% average-answer
def averaged(biases, covariances):
    return np.mean(biases) ** 2, np.mean(covariances)
