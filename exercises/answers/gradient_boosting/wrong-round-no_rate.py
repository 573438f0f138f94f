# No learning rate.
# The check says "where is the learning rate?".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    after = f.copy()
    for j in np.unique(leaf):
        rows = leaf == j
        value = np.median(y[rows] - f[rows])
        after[rows] += value
    return after
