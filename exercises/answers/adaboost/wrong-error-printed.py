# Prints the error instead of returning it.
# The check says "returned nothing (None)".

# %% error-answer
def weighted_error(w, y, f):
    print(w[f != y].sum() / w.sum())
