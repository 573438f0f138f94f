# The committee is the plain mean.
# The check says "the error of the plain mean".

# %% differ-answer
def ambiguity(w, f, y):
    t = f.mean(axis=0)
    return np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2), np.mean(w @ (f - t) ** 2)
