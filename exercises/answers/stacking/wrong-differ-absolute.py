# Absolute errors.
# The check says "the mean absolute error".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean(abs(t - y)), np.mean(w @ abs(f - y)), np.mean(w @ abs(f - t))
