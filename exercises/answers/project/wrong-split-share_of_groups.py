# Puts the share of the groups into the test set, not that of the rows.
# The check says "Do you count groups instead of rows?".

# %% split-answer
def honest_split(X, share, rng):
    group = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    order = rng.permutation(group.max() + 1)
    in_test = np.isin(group, order[: round(share * len(order))])
    return np.flatnonzero(~in_test), np.flatnonzero(in_test)
