# Moves the rows up by one.
# The check says "your rows are moved up by one".

# %% shares-answer
def shares(said, classes):
    p = np.zeros((len(classes), said.shape[1]))
    for c in range(1, len(classes)):
        p[c - 1] = np.mean(said == classes[c], axis=0)
    return p
