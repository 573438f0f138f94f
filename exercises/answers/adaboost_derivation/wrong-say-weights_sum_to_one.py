# Puts the mistakes' weight for the error, as if the weights summed to 1.
# The check says "the weights do not sum to 1".

# %% say-answer
def slope(w, y, f, alpha):
    up, down = np.exp(alpha / 2), np.exp(-alpha / 2)
    return (up + down) / 2 * w[f != y].sum() - down / 2 * w.sum()


def best_say(w, y, f):
    mistakes = w[f != y].sum()
    return np.log((1 - mistakes) / mistakes)
