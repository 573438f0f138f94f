# Counts points instead of weights.
# The check says "this comes from counting points".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up + down) / 2 * w[f != y].sum() - down / 2 * w.sum()


def best_say(w, y, f):
    return np.log(np.sum(f == y) / np.sum(f != y))
