# The ambiguity without weights.
# The check says "the ambiguity: members count by their weights".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2), np.mean((f - t) ** 2)
