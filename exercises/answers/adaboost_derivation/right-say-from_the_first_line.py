# The slope from the first line of (17), and the say by way of (10) and (11).

# %% say-answer
def slope(w, y, f, alpha):
    return -0.5 * float(np.dot(w * y * f, np.exp(-0.5 * alpha * y * f)))


def best_say(w, y, f):
    epsilon = np.average(f != y, weights=w)
    return np.log1p(-epsilon) - np.log(epsilon)
