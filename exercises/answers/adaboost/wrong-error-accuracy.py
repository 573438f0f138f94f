# The share that is right.
# The check says "this is the share of the weight that the member gets right".

# %% error-answer
def weighted_error(w, y, f):
    return w[f == y].sum() / w.sum()
