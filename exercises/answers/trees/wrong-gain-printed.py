# Prints the gain.
# The check says "returned nothing (None)".

# %% gain-answer
def gain(left, labels, impurity):
    share = left.mean()
    print(impurity(labels) - share * impurity(labels[left]) - (1 - share) * impurity(labels[~left]))
