# Prints the losses instead of returning them.
# The check says "returned nothing (None)".

# %% loss-answer
def losses(alphas, votes, y):
    f = np.vstack([np.zeros(len(y)), np.cumsum(alphas[:, None] * votes, axis=0) / 2])
    print(np.exp(-y * f).sum(axis=1))
