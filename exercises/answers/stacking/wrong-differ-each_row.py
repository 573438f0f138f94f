# Returns the three at each row.
# The check says "one number; yours have the shape".

# %% differ-answer
def ambiguity(w, f, y):
    t = w @ f
    return (t - y) ** 2, w @ (f - y) ** 2, w @ (f - t) ** 2
