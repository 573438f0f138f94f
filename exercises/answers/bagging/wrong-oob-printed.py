# Prints the estimate instead of returning it.
# The check says "returned nothing (None)".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = ~np.array([np.isin(np.arange(len(y)), sample) for sample in samples])
    members = left_out.sum(axis=0)
    tested = members > 0
    committee = (predictions * left_out).sum(axis=0)[tested] / members[tested]
    print(np.mean((committee - y[tested]) ** 2))
