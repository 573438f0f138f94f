# The most frequent label of each tree.
# The check says "labels, one for each column; yours has shape (".

# %% vote-answer
def forest_vote(votes):
    classes = np.unique(votes)
    return classes[(votes[:, :, None] == classes).sum(axis=1).argmax(axis=1)]
