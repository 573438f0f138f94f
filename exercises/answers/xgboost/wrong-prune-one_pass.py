# Looks at the sides as they were before they were pruned.
# The check says "the split below goes first; then the root has nothing but leaves".

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    if not isinstance(left, tuple) and not isinstance(right, tuple) and gain < gamma:
        return weight
    return gain, weight, prune(left, gamma), prune(right, gamma)
