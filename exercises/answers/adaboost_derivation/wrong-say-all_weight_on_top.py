# Forgets to take the mistakes off in the numerator of (18).
# The check says "all of the weight is on top".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up + down) / 2 * w[f != y].sum() - down / 2 * w.sum()


def best_say(w, y, f):
    return np.log(w.sum() / w[f != y].sum())
