# Returns the step, without the model it is added to.
# The check says "these are the steps by themselves".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    after = np.zeros(len(y))
    for j in np.unique(leaf):
        rows = leaf == j
        value = np.median(y[rows] - f[rows])
        after[rows] += nu * value
    return after
