# The share of points.
# The check says "this is the share of the points; weigh them".

# %% error-answer
def weighted_error(w, y, f):
    return np.mean(f != y)
