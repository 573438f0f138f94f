# All or nothing.
# The check says "yours has 1 for the most frequent class".

# %% shares-answer
def shares(said, classes):
    p = np.array([np.mean(said == c, axis=0) for c in classes])
    return (p == p.max(axis=0)).astype(float)
