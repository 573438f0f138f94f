# The committee's error is its members'.
# The check says "is averaged first, and its error squared then".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    e = np.mean(w @ (f - y) ** 2)
    return e, e, np.mean(w @ (f - t) ** 2)
