# Divided by the number of members.

# %% margin-answer
def margins(alphas, votes, y):
    return y * (alphas @ votes) / len(alphas)
