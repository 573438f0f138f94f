# Forgets the brackets around the difference.
# The check says "put brackets around the difference".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up + down) / 2 * w[f != y].sum() - down / 2 * w.sum()


def best_say(w, y, f):
    mistakes = w[f != y].sum()
    return np.log(w.sum() - mistakes / mistakes)
