# With the decision first asked of the subtrees.

# %% prune-answer
def prune(tree, gamma):
    def pays(node):
        return isinstance(node, tuple) and (node[0] >= gamma or any(map(pays, node[2:])))

    if isinstance(tree, tuple) and pays(tree):
        return tree[:2] + tuple(prune(side, gamma) for side in tree[2:])
    return tree[1] if isinstance(tree, tuple) else tree
