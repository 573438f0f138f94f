# Forgets the 2 before the indicator.
# The check says "2 times the indicator is taken from 1".

# %% sides-answer
def sides_of_21(y, f):
    return np.array([y * f, 1 - 1 * (f != y)])


def sides_of_22(w, y, f, alpha):
    wrong = f != y
    return np.array(
        [
            w * np.exp(-y * alpha * f / 2),
            w * np.exp(-alpha * (1 - wrong) / 2),
            np.exp(-alpha / 2) * w * np.exp(alpha * wrong / 2),
        ]
    )
