# Rows that every tree has seen count as right.
# The check says "you divided by all rows; a row that was seen by every tree is not".

# %% oob-answer
def oob_error(votes, counts, y):
    unseen = counts == 0
    trees, ones = unseen.sum(axis=0), (votes * unseen).sum(axis=0)
    return np.sum(((2 * ones > trees) != y)[trees > 0]) / len(y)
