# The derivative as some lecture notes print it: its bracket is zero.
# The check says "Some lecture notes print it so".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up - up) / 2 * w[f != y].sum() - down / 2 * w.sum()


def best_say(w, y, f):
    return np.log(w[f == y].sum() / w[f != y].sum())
