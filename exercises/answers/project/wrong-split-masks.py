# Returns arrays of true and false.
# The check says "your arrays say of each row whether it is in, true or false".

# %% split-answer
def honest_split(X, share, rng):
    group = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    order = rng.permutation(group.max() + 1)
    filled = np.cumsum(np.bincount(group)[order])
    in_test = np.isin(group, order[filled <= share * len(X)])
    return ~in_test, in_test
