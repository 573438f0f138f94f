# Looks at nodes with two leaves alone. In every tree their smallest price is the smallest rise of
# all nodes, as in wrong-link-not_divided: the check's words name both.

# %% link-answer
def ends(node):
    return ends(node[1]) + ends(node[2]) if isinstance(node, tuple) else [node]


def inner(node):
    if not isinstance(node, tuple):
        return []
    return [node, *inner(node[1]), *inner(node[2])]


def weakest_link(tree):
    lowest = [node for node in inner(tree) if len(ends(node)) == 2]
    return min(node[0] - sum(ends(node)) for node in lowest)
