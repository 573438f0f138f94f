# The share that is right.
# The check says "this is the share of points that are right; the error is the share".

# %% staged-answer
def staged_errors(alphas, votes, y):
    f = np.cumsum(alphas[:, None] * votes, axis=0)
    return np.mean(y * f > 0, axis=1)
