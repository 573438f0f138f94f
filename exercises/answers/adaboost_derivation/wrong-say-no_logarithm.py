# Forgets the logarithm.
# The check says "the logarithm is missing".

# %% say-answer
def slope(w, y, f, alpha):
    return (w * -y * f / 2 * np.exp(-alpha * y * f / 2)).sum()


def best_say(w, y, f):
    return w[f == y].sum() / w[f != y].sum()
