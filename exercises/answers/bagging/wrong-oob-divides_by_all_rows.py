# Counts a row that every sample holds as one without error.
# The check says "you divided by all rows".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = ~np.array([np.isin(np.arange(len(y)), sample) for sample in samples])
    members = left_out.sum(axis=0)
    tested = members > 0
    committee = (predictions * left_out).sum(axis=0)[tested] / members[tested]
    return np.sum((committee - y[tested]) ** 2) / len(y)
