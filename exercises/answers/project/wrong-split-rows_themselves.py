# Returns rows, not their numbers.
# The check says "Rows themselves are not asked for".

# %% split-answer
def honest_split(X, share, rng):
    group = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    order = rng.permutation(group.max() + 1)
    filled = np.cumsum(np.bincount(group)[order])
    in_test = np.isin(group, order[filled <= share * len(X)])
    return X[~in_test], X[in_test]
