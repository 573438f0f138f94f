# Ties are always +1.
# The check says "in each tie, whatever `tie` is".

# %% vote-answer
def majority(votes, tie):
    return np.where(np.sum(votes, axis=0) >= 0, 1, -1)
