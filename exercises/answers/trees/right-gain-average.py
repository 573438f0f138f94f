# By np.average.

# %% gain-answer
def gain(left, labels, impurity):
    left = np.asarray(left, dtype=bool)
    sides = [impurity(labels[left]), impurity(labels[~left])]
    return impurity(labels) - np.average(sides, weights=[np.sum(left), np.sum(~left)])
