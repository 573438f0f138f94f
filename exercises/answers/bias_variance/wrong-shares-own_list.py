# Lists the classes that it finds.
# The check says "four rows are asked for".

# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said == c, axis=0) for c in np.unique(said)])
