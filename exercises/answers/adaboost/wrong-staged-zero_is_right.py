# A sum of 0 counts as right.
# The check says "a point where the sum of the votes is".

# %% staged-answer
def staged_errors(alphas, votes, y):
    f = np.cumsum(alphas[:, None] * votes, axis=0)
    return np.mean(y * f < 0, axis=1)
