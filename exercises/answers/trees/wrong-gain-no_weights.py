# Takes off both sides in full.
# The check says "took off both sides in full".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - impurity(labels[left]) - impurity(labels[~left])
