# A return inside the loop: only the first member's sample is looked at.
# The check says "by the members that have left it out".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = np.ones(predictions.shape)
    for k, sample in enumerate(samples):
        left_out[k, sample] = 0
        members = left_out.sum(axis=0)
        tested = members > 0
        committee = (predictions * left_out).sum(axis=0)[tested] / members[tested]
        return np.mean((committee - y[tested]) ** 2)
