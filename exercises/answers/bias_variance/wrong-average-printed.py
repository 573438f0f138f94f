# Prints both.
# The check says "returned nothing (None)".

# %% average-answer
def averaged(biases, covariances):
    print(np.mean(biases), np.mean(covariances))
