# Leaves the ambiguity out.
# The check says "three numbers are asked for".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2)
