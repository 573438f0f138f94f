# As a weighted average.

# %% error-answer
def weighted_error(w, y, f):
    return np.average(np.asarray(y) * f < 0, weights=w)
