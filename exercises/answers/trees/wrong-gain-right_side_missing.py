# Forgets the right side.
# The check says "the right side is missing".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - left.mean() * impurity(labels[left])
