# Changes the array of the caller.
# The check says "the array f itself was changed".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    after = f
    for j in np.unique(leaf):
        rows = leaf == j
        value = np.median((y - f)[rows])
        after[rows] += nu * value
    return after
