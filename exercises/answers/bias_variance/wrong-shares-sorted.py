# Sorts the classes.
# The check says "the classes stand in another order".

# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said == c, axis=0) for c in sorted(classes)])
