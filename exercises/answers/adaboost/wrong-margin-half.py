# The 1/2 of (14) in f, but not in the sum.

# %% margin-answer
def margins(alphas, votes, y):
    return y * (alphas @ votes) / 2 / alphas.sum()
