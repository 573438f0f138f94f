# Divides by the weight of the points that are right.
# The check says "the sum goes over all".

# %% error-answer
def weighted_error(w, y, f):
    return w[f != y].sum() / w[f == y].sum()
