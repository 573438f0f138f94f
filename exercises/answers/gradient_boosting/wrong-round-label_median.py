# The median label of the leaf.
# The check says "these steps lead from 0 to the labels".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    after = f.copy()
    for j in np.unique(leaf):
        rows = leaf == j
        value = np.median(y[rows])
        after[rows] += nu * value
    return after
