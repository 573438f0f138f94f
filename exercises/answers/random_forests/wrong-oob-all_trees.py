# All trees vote on all rows.

# %% oob-answer
def oob_error(votes, counts, y):
    return np.mean((2 * votes.sum(axis=0) > len(votes)) != y)
