# The trees that have seen the row vote.

# %% oob-answer
def oob_error(votes, counts, y):
    seen = counts > 0
    trees, ones = seen.sum(axis=0), (votes * seen).sum(axis=0)
    return np.mean(((2 * ones > trees) != y)[trees > 0])
