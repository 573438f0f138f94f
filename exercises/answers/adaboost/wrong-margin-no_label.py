# Forgets the label.

# %% margin-answer
def margins(alphas, votes, y):
    return alphas @ votes / alphas.sum()
