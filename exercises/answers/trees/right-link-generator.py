# By a generator of prices.

# %% link-answer
def weakest_link(tree):
    def ends(node):
        if isinstance(node, tuple):
            for child in node[1:]:
                yield from ends(child)
        else:
            yield node

    def prices(node):
        if isinstance(node, tuple):
            below = np.array(list(ends(node)))
            yield (node[0] - below.sum()) / (below.size - 1)
            yield from prices(node[1])
            yield from prices(node[2])

    return min(prices(tree))
