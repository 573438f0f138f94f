# Returns what is left after the question.
# The check says "this is what is left".

# %% gain-answer
def gain(left, labels, impurity):
    share = left.mean()
    return share * impurity(labels[left]) + (1 - share) * impurity(labels[~left])
