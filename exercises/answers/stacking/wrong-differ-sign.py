# The ambiguity below zero.
# The check says "the sign is wrong".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    committee, members = np.mean((t - y) ** 2), np.mean(w @ (f - y) ** 2)
    return committee, members, committee - members
