# Asks `if` of an array.
# The check says "an array has many answers".

# %% vote-answer
def majority(votes, tie):
    total = votes.sum(axis=0)
    if total == 0:
        return tie
    return np.sign(total)
