# Divides by one more than the number of leaves.
# The check says "one more than the number".

# %% link-answer
def ends(node):
    return ends(node[1]) + ends(node[2]) if isinstance(node, tuple) else [node]


def inner(node):
    if not isinstance(node, tuple):
        return []
    return [node, *inner(node[1]), *inner(node[2])]


def weakest_link(tree):
    return min((node[0] - sum(ends(node))) / (len(ends(node)) + 1) for node in inner(tree))
