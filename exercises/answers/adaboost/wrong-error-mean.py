# Divides by the number of points.
# The check says "the weight of the mistakes is to be divided by the sum of all".

# %% error-answer
def weighted_error(w, y, f):
    return np.mean(w * (f != y))
