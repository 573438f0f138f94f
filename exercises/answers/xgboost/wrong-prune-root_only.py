# Does not go below the root.
# The check says "only the split on the right does not pay".

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    if gain < gamma and not isinstance(left, tuple) and not isinstance(right, tuple):
        return weight
    return tree
