# Takes the gain of a question.
# The check says "as a question's gain does".

# %% link-answer
def ends(node):
    return ends(node[1]) + ends(node[2]) if isinstance(node, tuple) else [node]


def inner(node):
    if not isinstance(node, tuple):
        return []
    return [node, *inner(node[1]), *inner(node[2])]


def weakest_link(tree):
    children = [c for node in inner(tree) for c in node[1:]]
    own = [c[0] if isinstance(c, tuple) else c for c in children]
    return min(
        node[0] - a - b for node, a, b in zip(inner(tree), own[::2], own[1::2], strict=False)
    )
