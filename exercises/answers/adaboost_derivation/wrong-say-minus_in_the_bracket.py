# Forgets the inner derivative's sign in the bracket.
# The check says "the minus of the bracket becomes a plus".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up - down) / 2 * w[f != y].sum() - down / 2 * w.sum()


def best_say(w, y, f):
    return np.log(w[f == y].sum() / w[f != y].sum())
