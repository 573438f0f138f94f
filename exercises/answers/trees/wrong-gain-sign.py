# After less before.
# The check says "with the wrong sign".

# %% gain-answer
def gain(left, labels, impurity):
    share = left.mean()
    return share * impurity(labels[left]) + (1 - share) * impurity(labels[~left]) - impurity(labels)
