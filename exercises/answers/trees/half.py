# A submission that is half right: it measures and asks well, but its question
# gives both sides the same weight, and it grows one level only.

# %% gini-answer
def gini(counts):
    return 1 - np.sum((counts / counts.sum(axis=1)[:, None]) ** 2, axis=1)


# %% gain-answer
def gain(left, labels, impurity):
    share = np.mean(left)
    return impurity(labels) - share * impurity(labels[left]) - (1 - share) * impurity(labels[~left])


# %% question-answer
def best_question(X, y):
    best = None
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[1:] + values[:-1]) / 2:
            left = X[:, j] <= t
            after = (y[left].var() + y[~left].var()) / 2
            if best is None or after < best[2]:
                best = j, t, after
    return best


# %% words-answer [markdown]
# It gains nothing, as both sides are as mixed as before.
