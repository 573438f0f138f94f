# Looks at the left side only.
# The check says "the left side alone, without its weight".

# %% gain-answer
def gain(left, labels, impurity):
    return impurity(labels) - impurity(labels[left])
