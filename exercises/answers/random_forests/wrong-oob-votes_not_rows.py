# The share of wrong votes.
# The check says "this is the share of wrong votes. The trees that did not see a row".

# %% oob-answer
def oob_error(votes, counts, y):
    return np.mean((votes != y)[counts == 0])
