# Takes off the better side.
# The check says "the better side alone".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - min(impurity(labels[left]), impurity(labels[~left]))
