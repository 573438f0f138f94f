# Forgets the label.
# The check says "this is f(x) as a share of all say; a margin is positive where the".

# %% margin-answer
def margins(alphas, votes, y):
    return alphas @ votes / alphas.sum()
