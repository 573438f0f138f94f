# Gives a pruned node the mean of its children's weights.
# The check says "the node becomes a leaf with its own weight, not with one made of its".

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    left, right = prune(left, gamma), prune(right, gamma)
    if not isinstance(left, tuple) and not isinstance(right, tuple) and gain < gamma:
        return (left + right) / 2
    return gain, weight, left, right
