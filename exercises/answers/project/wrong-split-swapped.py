# The test set is returned first.
# The check says "which fits the training set: are they swapped?".

# %% split-answer
def honest_split(X, share, rng):
    group = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    order = rng.permutation(group.max() + 1)
    filled = np.cumsum(np.bincount(group)[order])
    in_test = np.isin(group, order[filled <= share * len(X)])
    return np.flatnonzero(in_test), np.flatnonzero(~in_test)
