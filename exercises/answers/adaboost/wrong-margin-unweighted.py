# The share of members, whatever their say.
# The check says "this counts the members alike, whatever their say".

# %% margin-answer
def margins(alphas, votes, y):
    return y * np.mean(votes, axis=0)
