# The largest share at each point alone.
# The check says "yours has one number for each point".

# %% shares-answer
def shares(said, classes):
    return np.max([np.mean(said == c, axis=0) for c in classes], axis=0)
