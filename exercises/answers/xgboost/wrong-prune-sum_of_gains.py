# Judges a subtree by its sum of gains, as cost-complexity pruning does.

# %% prune-answer
def prune(tree, gamma):
    def total(node):
        if not isinstance(node, tuple):
            return 0.0
        return node[0] - gamma + total(node[2]) + total(node[3])

    if not isinstance(tree, tuple):
        return tree
    gain, weight, left, right = tree
    left, right = prune(left, gamma), prune(right, gamma)
    tree = gain, weight, left, right
    return weight if total(tree) < 0 else tree
