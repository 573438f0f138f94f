# Changes the array of the caller.

# %% update-answer
def new_weights(w, y, f, alpha):
    w *= np.exp(alpha * (f != y))
    w /= w.sum()
    return w
