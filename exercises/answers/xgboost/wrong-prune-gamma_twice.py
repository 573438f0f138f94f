# Subtracts gamma, and then asks for gamma again.
# The check says "a gain above gamma pays for the leaf. What is left over need not be".

# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    left, right = prune(left, gamma), prune(right, gamma)
    if not isinstance(left, tuple) and not isinstance(right, tuple) and gain - gamma < gamma:
        return weight
    return gain, weight, left, right
