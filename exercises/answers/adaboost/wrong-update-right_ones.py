# Raises the weights of the points that are right.

# %% update-answer
def new_weights(w, y, f, alpha):
    fresh = w * np.exp(alpha * (f == y))
    return fresh / fresh.sum()
