# Prints the three.
# The check says "returned nothing (None)".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    print(np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2), np.mean(w @ (f - t) ** 2))
