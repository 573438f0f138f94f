# Points are rows.
# The check says "yours is turned".

# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said == c, axis=0) for c in classes]).T
