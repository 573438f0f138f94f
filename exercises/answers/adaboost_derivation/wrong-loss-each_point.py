# Forgets to add up over the points.
# The check says "yours has the shape (2, 2)".

# %% loss-answer
def losses(alphas, votes, y):
    f = np.vstack([np.zeros(len(y)), np.cumsum(alphas[:, None] * votes, axis=0) / 2])
    return np.exp(-y * f)
