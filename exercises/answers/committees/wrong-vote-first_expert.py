# In a tie the first expert decides.
# The check says "in a tie you let the first expert decide; a tie gets `tie`".

# %% vote-answer
def majority(votes, tie):
    total = np.sum(votes, axis=0)
    return np.where(total == 0, votes[0], np.sign(total))
