# By numbers of rows.

# %% gain-answer
def gain(left, labels, impurity):
    sides = [labels[left], labels[np.logical_not(left)]]
    after = sum(len(side) * impurity(side) for side in sides)
    return (len(labels) * impurity(labels) - after) / len(labels)
