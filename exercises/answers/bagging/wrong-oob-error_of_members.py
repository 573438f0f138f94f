# Averages the members' squared errors instead of their predictions.
# The check says "averages the members' own errors".

# %% oob-answer
def oob_error(predictions, samples, y):
    left_out = ~np.array([np.isin(np.arange(len(y)), sample) for sample in samples])
    members = left_out.sum(axis=0)
    tested = members > 0
    squares = ((predictions - y) ** 2 * left_out).sum(axis=0)[tested] / members[tested]
    return np.mean(squares)
