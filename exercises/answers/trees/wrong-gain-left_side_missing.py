# Forgets the left side.
# The check says "the left side is missing".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - np.mean(~left) * impurity(labels[~left])
