# The share of wrong votes.

# %% oob-answer
def oob_error(votes, counts, y):
    return np.mean((votes != y)[counts == 0])
