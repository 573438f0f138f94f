# The share that does not name the class.
# The check says "do *not* name the class".

# %% shares-answer
def shares(said, classes):
    return np.array([np.mean(said != c, axis=0) for c in classes])
