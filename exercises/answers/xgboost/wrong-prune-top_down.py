# Stops at the first split that does not pay.

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    if gain < gamma:
        return weight
    return gain, weight, prune(left, gamma), prune(right, gamma)
