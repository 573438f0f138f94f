# Takes off the children's impurity.
# The check says "what the two children leave".

# %% link-answer
def ends(node):
    return ends(node[1]) + ends(node[2]) if isinstance(node, tuple) else [node]


def inner(node):
    if not isinstance(node, tuple):
        return []
    return [node, *inner(node[1]), *inner(node[2])]


def weakest_link(tree):
    own = [c[0] if isinstance(c, tuple) else c for node in inner(tree) for c in node[1:]]
    pairs = zip(inner(tree), own[::2], own[1::2], strict=False)
    return min((node[0] - a - b) / (len(ends(node)) - 1) for node, a, b in pairs)
