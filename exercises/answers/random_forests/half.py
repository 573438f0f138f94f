# A submission that is half right: it splits and votes well, but draws the
# features once for the whole tree.

# %% gini-answer
def gini(labels):
    counts = np.unique(labels, return_counts=True)[1]
    return 1 - np.sum((counts / len(labels)) ** 2) if len(labels) else 0.0


# %% grow-answer
def grow(X, y, depth, draw, split):
    features = draw()

    def node(X, y, depth):
        labels, counts = np.unique(y, return_counts=True)
        found = split(X, y, features) if depth and len(labels) > 1 else None
        if found is None:
            return labels[counts.argmax()]
        left = X[:, found[0]] <= found[1]
        return (*found, node(X[left], y[left], depth - 1), node(X[~left], y[~left], depth - 1))

    return node(X, y, depth)


# %% vote-answer
def forest_vote(votes):
    return np.array([min(c, key=lambda label: (-c.count(label), label)) for c in votes.T.tolist()])


# %% words-answer [markdown]
# For each split. The correlation falls. If few features matter.
