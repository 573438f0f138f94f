# Takes the groups in the order in which they are sorted.
# The check says "the groups are dealt out in the order of their values".

# %% split-answer
def honest_split(X, share, rng):
    group = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    filled = np.cumsum(np.bincount(group))
    in_test = np.isin(group, np.flatnonzero(filled <= share * len(X)))
    return np.flatnonzero(~in_test), np.flatnonzero(in_test)
