# Keeps together what is alike in the first feature. On the mails that is nearly all of them.
# The check says "rows stay together that are alike in the first feature".

# %% split-answer
def honest_split(X, share, rng):
    group = np.unique(X[:, 0], return_inverse=True)[1].ravel()
    order = rng.permutation(group.max() + 1)
    filled = np.cumsum(np.bincount(group)[order])
    in_test = np.isin(group, order[filled <= share * len(X)])
    return np.flatnonzero(~in_test), np.flatnonzero(in_test)
