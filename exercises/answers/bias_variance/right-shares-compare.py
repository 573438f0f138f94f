# By comparing all at once.

# %% shares-answer
def shares(said, classes):
    return (np.asarray(classes)[:, None, None] == said).sum(axis=1) / len(said)
