# Leaves out the common factor in the last side of (22).
# The check says "third row: this leaves out the factor that all points share".

# %% sides-answer
def sides_of_21(y, f):
    return np.array([y * f, 1 - 2 * (f != y)])


def sides_of_22(w, y, f, alpha):
    wrong = f != y
    return np.array(
        [
            w * np.exp(-y * alpha * f / 2),
            w * np.exp(-alpha * (1 - 2 * wrong) / 2),
            w * np.exp(alpha * wrong),
        ]
    )
