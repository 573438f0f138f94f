# The median pseudo-residual in the leaves.
# The check says "the median of its pseudo-residuals".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    after = f.copy()
    for j in np.unique(leaf):
        rows = leaf == j
        value = np.median(r[rows])
        after[rows] += nu * value
    return after
