# All trees vote on all rows.
# The check says "this is the error of all trees on all rows; a tree that has seen a".

# %% oob-answer
def oob_error(votes, counts, y):
    return np.mean((2 * votes.sum(axis=0) > len(votes)) != y)
