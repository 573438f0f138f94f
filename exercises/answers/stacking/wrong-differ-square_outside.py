# Squares after the mean over the rows.
# The check says "the square stands inside".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean(t - y) ** 2, np.mean(w @ (f - y) ** 2), np.mean(w @ (f - t) ** 2)
