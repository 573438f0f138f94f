# The absolute error.
# The check says "this averages |committee - y|".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = np.ones(predictions.shape)
    for k, sample in enumerate(samples):
        left_out[k, sample] = 0
    members = left_out.sum(axis=0)
    tested = members > 0
    committee = (predictions * left_out).sum(axis=0)[tested] / members[tested]
    return np.mean(np.abs(committee - y[tested]))
