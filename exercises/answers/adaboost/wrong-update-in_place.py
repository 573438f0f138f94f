# Changes the array of the caller.
# The check says "the array w itself was changed; return a new one".

# %% update-answer
def new_weights(w, y, f, alpha):
    w *= np.exp(alpha * (f != y))
    w /= w.sum()
    return w
