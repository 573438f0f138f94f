# Without a call to itself, by lists of leaves.

# %% link-answer
def weakest_link(tree):
    def leaves(node):
        return leaves(node[1]) + leaves(node[2]) if isinstance(node, tuple) else [node]

    waiting, smallest = [tree], np.inf
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            ends = leaves(node)
            smallest = min(smallest, (node[0] - sum(ends)) / (len(ends) - 1))
            waiting.extend(node[1:])
    return smallest
