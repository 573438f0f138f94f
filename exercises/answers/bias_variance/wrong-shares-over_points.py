# Averages over the points.
# The check says "a column for each training set".

# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said == c, axis=1) for c in classes])
