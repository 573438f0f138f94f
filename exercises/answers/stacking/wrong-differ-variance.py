# The plain variance of the members.
# The check says "both are without weights here".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2), np.mean(f.var(axis=0))
