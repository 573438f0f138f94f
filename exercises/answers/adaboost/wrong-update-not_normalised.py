# The weights do not sum to 1.

# %% update-answer
def new_weights(w, y, f, alpha):
    return w * np.exp(alpha * (f != y))
