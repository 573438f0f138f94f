# The mask is the wrong way round: predicts by the members that have seen the row.
# The check says "the wrong way round".

# %% oob-answer
def oob_error(predictions, samples, y):
    held = np.array([np.isin(np.arange(len(y)), sample) for sample in samples])
    members = held.sum(axis=0)
    tested = members > 0
    committee = (predictions * held).sum(axis=0)[tested] / members[tested]
    return np.mean((committee - y[tested]) ** 2)
