# The rule for ties the wrong way round.

# %% vote-answer
def majority(votes, tie):
    return np.sign(np.sum(votes, axis=0) - tie / 2)
