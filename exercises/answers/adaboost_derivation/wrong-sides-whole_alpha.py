# Has alpha where half of it should be in (20).
# The check says "in the exponent of (20) the 1/2 is missing".

# %% sides-answer
def sides_of_21(y, f):
    return np.array([y * f, 1 - 2 * (f != y)])


def sides_of_22(w, y, f, alpha):
    wrong = f != y
    return np.array(
        [
            w * np.exp(-y * alpha * f),
            w * np.exp(-alpha * (1 - 2 * wrong)),
            np.exp(-alpha) * w * np.exp(2 * alpha * wrong),
        ]
    )
