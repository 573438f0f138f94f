# The indicator by `where`, and powers instead of exponentials.

# %% sides-answer
def sides_of_21(y, f):
    return [np.multiply(y, f), np.where(y == f, 1, -1)]


def sides_of_22(w, y, f, alpha):
    root = np.exp(alpha) ** 0.5
    sign = np.where(y == f, 1, -1)
    return [w * root ** (-1.0 * y * f), w * root ** (-1.0 * sign), w / root * root ** (1.0 - sign)]
