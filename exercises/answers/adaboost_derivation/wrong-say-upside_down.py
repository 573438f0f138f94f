# The fraction upside down.
# The check says "the fraction is upside down".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up + down) / 2 * w[f != y].sum() - down / 2 * w.sum()


def best_say(w, y, f):
    return np.log(w[f != y].sum() / w[f == y].sum())
