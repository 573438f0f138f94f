# Leaves a tie as 0.

# %% vote-answer
def majority(votes, tie):
    return np.sign(np.sum(votes, axis=0))
