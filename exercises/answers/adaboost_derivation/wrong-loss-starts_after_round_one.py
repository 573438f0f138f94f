# Has no entry for the committee without members.
# The check says "2 losses are asked for, after 0 to 1 members".

# %% loss-answer
def losses(alphas, votes, y):
    return np.exp(-y * np.cumsum(alphas[:, None] * votes, axis=0) / 2).sum(axis=1)
