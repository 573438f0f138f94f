# The indicator is 1 where the member is right.
# The check says "your right side is -1 where the member is right".

# %% sides-answer
def sides_of_21(y, f):
    return np.array([y * f, 1 - 2 * (f == y)])


def sides_of_22(w, y, f, alpha):
    right = f == y
    return np.array(
        [
            w * np.exp(-y * alpha * f / 2),
            w * np.exp(-alpha * (1 - 2 * right) / 2),
            np.exp(-alpha / 2) * w * np.exp(alpha * right),
        ]
    )
