# Leaves out the 1/2 of (14).

# %% loss-answer
def losses(alphas, votes, y):
    f = np.vstack([np.zeros(len(y)), np.cumsum(alphas[:, None] * votes, axis=0)])
    return np.exp(-y * f).sum(axis=1)
