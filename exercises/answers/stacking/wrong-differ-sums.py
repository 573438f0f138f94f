# Sums over the rows.
# The check says "this is a sum over the rows".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.sum((t - y) ** 2), np.sum(w @ (f - y) ** 2), np.sum(w @ (f - t) ** 2)
