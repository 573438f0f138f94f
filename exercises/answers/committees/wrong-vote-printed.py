# Prints the answers instead of returning them.
# The check says "returned nothing (None)".

# %% vote-answer
def majority(votes, tie):
    total = votes.sum(axis=0)
    print(np.where(total == 0, tie, np.sign(total)))
