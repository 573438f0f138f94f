# By loops over the nodes.

# %% gini-answer
def gini(counts):
    found = []
    for node in counts:
        n = sum(node)
        found.append(sum(c / n * (1 - c / n) for c in node))
    return found
