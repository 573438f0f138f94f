# The first learner alone.

# %% learners-answer
def plurality(votes):
    return list(votes[0])
