# Divided by the number of members.
# The check says "you divided by the number of members; divide by the sum of their says".

# %% margin-answer
def margins(alphas, votes, y):
    return y * (alphas @ votes) / len(alphas)
