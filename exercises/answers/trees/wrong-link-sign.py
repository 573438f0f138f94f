# Takes the node off the leaves.
# The check says "the sign is wrong".

# %% link-answer
def ends(node):
    return ends(node[1]) + ends(node[2]) if isinstance(node, tuple) else [node]


def inner(node):
    if not isinstance(node, tuple):
        return []
    return [node, *inner(node[1]), *inner(node[2])]


def weakest_link(tree):
    return max((sum(ends(node)) - node[0]) / (len(ends(node)) - 1) for node in inner(tree))
