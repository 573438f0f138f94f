# The size of the margin.
# The check says "this is the size of the margin".

# %% margin-answer
def margins(alphas, votes, y):
    return np.abs(alphas @ votes) / alphas.sum()
