# Divides by the number of points.

# %% error-answer
def weighted_error(w, y, f):
    return np.mean(w * (f != y))
