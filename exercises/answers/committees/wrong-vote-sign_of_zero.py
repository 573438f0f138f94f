# Leaves a tie as 0.
# The check says "where as many experts say +".

# %% vote-answer
def majority(votes, tie):
    return np.sign(np.sum(votes, axis=0))
