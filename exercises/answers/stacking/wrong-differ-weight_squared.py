# The weights are squared as well.
# The check says "the weight is squared, too".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    members = np.mean(w**2 @ (f - y) ** 2)
    return np.mean((t - y) ** 2), members, np.mean(w @ (f - t) ** 2)
