# The wrong sign in the exponent.

# %% loss-answer
def losses(alphas, votes, y):
    f = np.vstack([np.zeros(len(y)), np.cumsum(alphas[:, None] * votes, axis=0) / 2])
    return np.exp(y * f).sum(axis=1)
