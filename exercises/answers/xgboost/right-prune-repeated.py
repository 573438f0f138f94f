# By passing over the tree again and again until nothing changes.

# %% prune-answer
def prune(tree, gamma):
    def once(node):
        if not isinstance(node, tuple):
            return node
        gain, weight, left, right = node
        if not isinstance(left, tuple) and not isinstance(right, tuple) and gain < gamma:
            return weight
        return (gain, weight, once(left), once(right))

    while (smaller := once(tree)) != tree:
        tree = smaller
    return tree
