# Gives the first side alone.
# The check says "2 rows, a number for each point".

# %% sides-answer
def sides_of_21(y, f):
    return y * f


def sides_of_22(w, y, f, alpha):
    return w * np.exp(-y * alpha * f / 2)
