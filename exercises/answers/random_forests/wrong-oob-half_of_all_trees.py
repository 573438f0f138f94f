# Asks for the majority of all trees, not of those that did not see the row.

# %% oob-answer
def oob_error(votes, counts, y):
    unseen = counts == 0
    trees, ones = unseen.sum(axis=0), (votes * unseen).sum(axis=0)
    return np.mean(((2 * ones > len(votes)) != y)[trees > 0])
