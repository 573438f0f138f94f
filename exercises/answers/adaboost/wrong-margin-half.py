# The 1/2 of (14) in f, but not in the sum.
# The check says ") stands in both f and the sum, or in neither; where all members are".

# %% margin-answer
def margins(alphas, votes, y):
    return y * (alphas @ votes) / 2 / alphas.sum()
