# The share that is right.

# %% error-answer
def weighted_error(w, y, f):
    return w[f == y].sum() / w.sum()
