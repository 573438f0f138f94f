# Forgets the labels.
# The check says "yours knows nothing of the labels y".

# %% loss-answer
def losses(alphas, votes, y):
    f = np.vstack([np.zeros(len(y)), np.cumsum(alphas[:, None] * votes, axis=0) / 2])
    return np.exp(-f).sum(axis=1)
