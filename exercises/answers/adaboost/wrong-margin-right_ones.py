# The share of those who are right.
# The check says "is taken off it".

# %% margin-answer
def margins(alphas, votes, y):
    return alphas @ (votes == y) / alphas.sum()
