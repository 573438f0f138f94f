# Divides by the impurity of all rows.
# The check says "you divided by the impurity".

# %% gain-answer
def gain(left, labels, impurity):
    a, b = labels[left], labels[~left]
    after = (len(a) * impurity(a) + len(b) * impurity(b)) / len(labels)
    return (impurity(labels) - after) / impurity(labels)
