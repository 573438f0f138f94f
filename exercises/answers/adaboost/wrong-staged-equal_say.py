# All members with the same say.

# %% staged-answer
def staged_errors(alphas, votes, y):
    return np.mean(y * np.cumsum(votes, axis=0) <= 0, axis=1)
