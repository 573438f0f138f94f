# As a weighted average of right and wrong.

# %% margin-answer
def margins(alphas, votes, y):
    return np.average(np.where(votes == y, 1, -1), axis=0, weights=alphas)
