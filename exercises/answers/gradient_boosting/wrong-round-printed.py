# Prints instead of returning.
# The check says "returned nothing (None)".

# %% round-answer
def one_round(y, f, grow, nu):
    leaf = grow(np.sign(y - f))
    for j in np.unique(leaf):
        print(j, np.median((y - f)[leaf == j]))
