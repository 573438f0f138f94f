# Has no entry for the committee without members.
# The check says "there are 2 losses, of the first 0 to 1 members; yours has the shape (1,)".

# %% loss-answer
def losses(alphas, votes, y):
    return np.exp(-y * np.cumsum(alphas[:, None] * votes, axis=0) / 2).sum(axis=1)
