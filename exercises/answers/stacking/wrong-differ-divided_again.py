# Divides by the number of members as well.
# The check says "the weights add up to 1 already".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    members = np.mean(w[:, None] * (f - y) ** 2)
    return np.mean((t - y) ** 2), members, np.mean(w[:, None] * (f - t) ** 2)
