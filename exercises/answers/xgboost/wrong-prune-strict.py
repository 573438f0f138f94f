# Prunes a split with a gain of exactly gamma.
# The check says "a gain of exactly gamma stays".

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    left, right = prune(left, gamma), prune(right, gamma)
    if not isinstance(left, tuple) and not isinstance(right, tuple) and gain <= gamma:
        return weight
    return gain, weight, left, right
