# The trees that have seen the row vote.
# The check says "this lets the trees vote that *have* seen the row; counts".

# %% oob-answer
def oob_error(votes, counts, y):
    seen = counts > 0
    trees, ones = seen.sum(axis=0), (votes * seen).sum(axis=0)
    return np.mean(((2 * ones > trees) != y)[trees > 0])
