# The wrong sign in the exponents of (20) and (22).
# The check says "the sign of the exponent of (20) is turned round".

# %% sides-answer
def sides_of_21(y, f):
    return np.array([y * f, 1 - 2 * (f != y)])


def sides_of_22(w, y, f, alpha):
    wrong = f != y
    return np.array(
        [
            w * np.exp(y * alpha * f / 2),
            w * np.exp(alpha * (1 - 2 * wrong) / 2),
            np.exp(alpha / 2) * w * np.exp(-alpha * wrong),
        ]
    )
