# The ambiguity around the plain mean.
# The check says "not from the plain mean".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    far = f - f.mean(axis=0)
    return np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2), np.mean(w @ far**2)
