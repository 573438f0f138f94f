# The error of each member by itself.

# %% staged-answer
def staged_errors(alphas, votes, y):
    return np.mean(votes != y, axis=1)
