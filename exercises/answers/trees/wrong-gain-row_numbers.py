# Takes True and False for numbers of rows.
# The check says "taken for row numbers".

# %% gain-answer
def gain(left, labels, impurity):
    on_the_left = left.astype(int)
    share = on_the_left.mean()
    after = share * impurity(labels[on_the_left]) + (1 - share) * impurity(labels[1 - on_the_left])
    return impurity(labels) - after
