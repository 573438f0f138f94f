# Forgets the halves of the inner derivatives.
# The check says "inner derivatives are 1/2 and -1/2".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up + down) * w[f != y].sum() - down * w.sum()


def best_say(w, y, f):
    return np.log(w[f == y].sum() / w[f != y].sum())
