# Prunes where one side is a leaf.
# The check says "one split below the root pays, and needs it".

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    left, right = prune(left, gamma), prune(right, gamma)
    if (not isinstance(left, tuple) or not isinstance(right, tuple)) and gain < gamma:
        return weight
    return gain, weight, left, right
