# The number of wrong rows.
# The check says "this is the number of wrong rows".

# %% oob-answer
def oob_error(votes, counts, y):
    unseen = counts == 0
    trees, ones = unseen.sum(axis=0), (votes * unseen).sum(axis=0)
    return ((2 * ones > trees) != y)[trees > 0].sum()
