# Takes off the worse side.
# The check says "the worse side alone".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - max(impurity(labels[left]), impurity(labels[~left]))
