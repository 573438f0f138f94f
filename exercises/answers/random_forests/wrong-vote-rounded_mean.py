# The rounded mean of the labels.
# The check says "this is the rounded mean of the labels. A mean of labels means".

# %% vote-answer
def forest_vote(votes):
    return np.round(votes.mean(axis=0)).astype(int)
