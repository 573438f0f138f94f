# The differences cancel.
# The check says "the differences cancel".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2), np.mean(w @ (f - t))
