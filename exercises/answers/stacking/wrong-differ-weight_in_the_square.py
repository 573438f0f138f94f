# Multiplies by the weight before squaring.
# The check says "the weight belongs before the square".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    members = np.mean(np.sum((w[:, None] * f - y) ** 2, axis=0))
    return np.mean((t - y) ** 2), members, np.mean(w @ (f - t) ** 2)
