# A tie gives the label 1.
# The check says "a tie gives the label".

# %% oob-answer
def oob_error(votes, counts, y):
    unseen = counts == 0
    trees, ones = unseen.sum(axis=0), (votes * unseen).sum(axis=0)
    return np.mean(((2 * ones >= trees) != y)[trees > 0])
