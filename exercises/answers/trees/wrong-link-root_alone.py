# Looks at the root alone.
# The check says "the root's price".

# %% link-answer
def ends(node):
    return ends(node[1]) + ends(node[2]) if isinstance(node, tuple) else [node]


def inner(node):
    if not isinstance(node, tuple):
        return []
    return [node, *inner(node[1]), *inner(node[2])]


def weakest_link(tree):
    return (tree[0] - sum(ends(tree))) / (len(ends(tree)) - 1)
