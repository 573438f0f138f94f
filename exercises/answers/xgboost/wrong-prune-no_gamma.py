# Prunes negative gains only, as if gamma had been subtracted already.

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    left, right = prune(left, gamma), prune(right, gamma)
    if not isinstance(left, tuple) and not isinstance(right, tuple) and gain < 0:
        return weight
    return gain, weight, left, right
