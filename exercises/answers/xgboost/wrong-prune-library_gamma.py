# Compares the bracket without the half, as the library does.
# The check says "a gain below gamma does not pay for the leaf, and the node becomes a".

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    left, right = prune(left, gamma), prune(right, gamma)
    if not isinstance(left, tuple) and not isinstance(right, tuple) and 2 * gain < gamma:
        return weight
    return gain, weight, left, right
