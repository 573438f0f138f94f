# Divides by all members, not by those that left the row out.
# The check says "you divide by m, the number of all members; each".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = ~np.array([np.isin(np.arange(len(y)), sample) for sample in samples])
    tested = left_out.any(axis=0)
    committee = (predictions * left_out).mean(axis=0)
    return np.mean((committee - y)[tested] ** 2)
