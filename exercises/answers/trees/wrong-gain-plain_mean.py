# Both sides count the same.
# The check says "gave both sides the same weight".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - (impurity(labels[left]) + impurity(labels[~left])) / 2
