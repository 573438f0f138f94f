# The rule for ties the wrong way round.
# The check says "your rule for ties is the wrong way round: a tie gets `tie`, not".

# %% vote-answer
def majority(votes, tie):
    return np.sign(np.sum(votes, axis=0) - tie / 2)
