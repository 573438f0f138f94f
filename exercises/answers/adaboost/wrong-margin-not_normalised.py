# Not divided by the sum of the says.

# %% margin-answer
def margins(alphas, votes, y):
    return y * (alphas @ votes)
