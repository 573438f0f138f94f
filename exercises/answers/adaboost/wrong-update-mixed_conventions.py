# The update of the convention with 1/2, with the alpha of this one.
# The check says "alpha). With this alpha, exp(-alpha y f) is too much: it belongs to".

# %% update-answer
def new_weights(w, y, f, alpha):
    fresh = w * np.exp(-alpha * y * f)
    return fresh / fresh.sum()
