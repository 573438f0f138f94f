# The members' error without weights.
# The check says "the members' error: members count by their weights".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean((t - y) ** 2), np.mean((f - y) ** 2), np.mean(w @ (f - t) ** 2)
