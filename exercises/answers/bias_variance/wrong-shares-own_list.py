# Lists the classes that it finds.
# The check says "rows are asked for, in the order of the list".

# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said == c, axis=0) for c in np.unique(said)])
