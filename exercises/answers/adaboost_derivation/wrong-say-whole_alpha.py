# The slope of the loss of the whole vote.
# The check says "this is the slope of a loss with exp(alpha)".

# %% say-answer
def slope(w, y, f, alpha):
    return (w * -y * f * np.exp(-alpha * y * f)).sum()


def best_say(w, y, f):
    return np.log(w[f == y].sum() / w[f != y].sum())
