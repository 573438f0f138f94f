# From the sum of w y f.

# %% error-answer
def weighted_error(w, y, f):
    return (1 - np.dot(w, y * f) / np.sum(w)) / 2
