# Whether a class was named.
# The check says "yours says yes and no".

# %% shares-answer
def shares(said, classes):
    return np.array([np.any(said == c, axis=0) for c in classes])
