# The learning rate twice.
# The check says "the learning rate was applied twice".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    after = f.copy()
    for j in np.unique(leaf):
        rows = leaf == j
        value = nu * np.median(y[rows] - f[rows])
        after[rows] += nu * value
    return after
