# Weighs the sides by rows and the whole by 1.
# The check says "divide by the number of all rows".

# %% gain-answer
def gain(left, labels, impurity):
    a, b = labels[left], labels[~left]
    return impurity(labels) - len(a) * impurity(a) - len(b) * impurity(b)
