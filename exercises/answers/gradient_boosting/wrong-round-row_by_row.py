# Goes through the rows instead of the leaves.
# The check says "go through the leaves, not through the rows".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    after = f.copy()
    for j in leaf:
        rows = leaf == j
        value = np.median(y[rows] - f[rows])
        after[rows] += nu * value
    return after
