# In a tie the label that the earliest tree gives.

# %% vote-answer
def forest_vote(votes):
    return np.array([max(column, key=column.count) for column in votes.T.tolist()])
