# Does not go below the root.

# %% prune-answer
def prune(tree, gamma):
    if (
        isinstance(tree, tuple)
        and tree[0] < gamma
        and not any(isinstance(s, tuple) for s in tree[2:])
    ):
        return tree[1]
    return tree
