# Predicts 0 for a row that every sample holds.
# The check says "is predicted 0 by yours, and counted".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = ~np.array([np.isin(np.arange(len(y)), sample) for sample in samples])
    members = np.maximum(left_out.sum(axis=0), 1)
    return np.mean(((predictions * left_out).sum(axis=0) / members - y) ** 2)
