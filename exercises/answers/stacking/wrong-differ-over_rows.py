# How much members vary from row to row.
# The check says "from row to row".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2), w @ f.var(axis=1)
