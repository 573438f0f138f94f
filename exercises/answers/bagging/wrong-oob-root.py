# The root of the mean squared error.
# The check says "this is the root of the estimate".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = np.ones(predictions.shape)
    for k, sample in enumerate(samples):
        left_out[k, sample] = 0
    members = left_out.sum(axis=0)
    tested = members > 0
    committee = (predictions * left_out).sum(axis=0)[tested] / members[tested]
    return np.sqrt(np.mean((committee - y[tested]) ** 2))
