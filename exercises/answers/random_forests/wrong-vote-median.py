# The median of the labels.
# The check says "this is the median of the labels, rounded. The order of labels means".

# %% vote-answer
def forest_vote(votes):
    return np.median(votes, axis=0).astype(int)
