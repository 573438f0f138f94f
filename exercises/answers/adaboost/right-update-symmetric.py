# By exp(-alpha/2 y f), as in (20).

# %% update-answer
def new_weights(w, y, f, alpha):
    fresh = w * np.exp(-alpha / 2 * y * f)
    return fresh / np.sum(fresh)
