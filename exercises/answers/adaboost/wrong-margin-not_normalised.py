# Not divided by the sum of the says.
# The check says "divide by the sum of the says".

# %% margin-answer
def margins(alphas, votes, y):
    return y * (alphas @ votes)
