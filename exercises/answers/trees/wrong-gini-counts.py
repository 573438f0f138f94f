# Squares the counts.
# The check says "you calculate with counts".

# %% gini-answer
def gini(counts):
    return 1 - np.sum(counts**2, axis=1)
