# The wrong sign in the exponent.
# The check says "yours is large where the committee is right".

# %% loss-answer
def losses(alphas, votes, y):
    f = np.vstack([np.zeros(len(y)), np.cumsum(alphas[:, None] * votes, axis=0) / 2])
    return np.exp(y * f).sum(axis=1)
