# Weighs each side by the other's share.
# The check says "the weights are exchanged".

# %% gain-answer
def gain(left, labels, impurity):
    share = left.mean()
    return impurity(labels) - (1 - share) * impurity(labels[left]) - share * impurity(labels[~left])
