# Averages over the members.
# The check says "there must be one error for each of".

# %% staged-answer
def staged_errors(alphas, votes, y):
    f = np.cumsum(alphas[:, None] * votes, axis=0)
    return np.mean(y * f <= 0, axis=0)
