# All members with the same say.
# The check says "each member counts with its say, alphas".

# %% staged-answer
def staged_errors(alphas, votes, y):
    return np.mean(y * np.cumsum(votes, axis=0) <= 0, axis=1)
