# Returns the two sides' impurities.
# The check says "one number is asked for".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - np.array([impurity(labels[left]), impurity(labels[~left])])
