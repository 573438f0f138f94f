# Lets the cases vote.
# The check says "). The sum goes over the experts, which are the rows".

# %% vote-answer
def majority(votes, tie):
    total = np.sum(votes, axis=1)
    return np.where(total == 0, tie, np.sign(total))
