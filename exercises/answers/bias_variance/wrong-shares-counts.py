# Does not divide.
# The check says "these are counts".

# %% shares-answer
def shares(said, classes):
    return np.array([np.sum(said == c, axis=0) for c in classes])
