# Splits plainly, and lets the copies of a test row follow it into the test set.
# The check says "come on top of its share?".

# %% split-answer
def honest_split(X, share, rng):
    group = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    chosen = rng.permutation(len(X))[: round(share * len(X))]
    in_test = np.isin(group, group[chosen])
    return np.flatnonzero(~in_test), np.flatnonzero(in_test)
