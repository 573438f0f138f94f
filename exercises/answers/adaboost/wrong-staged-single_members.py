# The error of each member by itself.
# The check says "this is the error of each member by itself; the committee of the".

# %% staged-answer
def staged_errors(alphas, votes, y):
    return np.mean(votes != y, axis=1)
