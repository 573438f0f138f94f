# Returns the sum of the votes.
# The check says "its sign is asked for".

# %% vote-answer
def majority(votes, tie):
    return votes.sum(axis=0)
