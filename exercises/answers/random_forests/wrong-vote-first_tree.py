# Returns in the first round of a loop.
# The check says "this is what the first tree says".

# %% vote-answer
def forest_vote(votes):
    for row in votes:
        return row
