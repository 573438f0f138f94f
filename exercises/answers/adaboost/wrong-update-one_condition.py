# Asks `if` of an array.
# The check says "an array has many answers".

# %% update-answer
def new_weights(w, y, f, alpha):
    if f != y:
        w = w * np.exp(alpha)
    return w / w.sum()
