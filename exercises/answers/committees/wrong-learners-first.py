# The first learner alone.
# The check says "this is what the first learner says".

# %% learners-answer
def plurality(votes):
    return list(votes[0])
