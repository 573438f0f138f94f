# Weighs by numbers of rows everywhere.
# The check says "this is the gain in rows".

# %% gain-answer
def gain(left, labels, impurity):
    a, b = labels[left], labels[~left]
    return len(labels) * impurity(labels) - len(a) * impurity(a) - len(b) * impurity(b)
