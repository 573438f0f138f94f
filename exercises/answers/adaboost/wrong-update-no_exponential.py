# Multiplies by alpha instead of exp(alpha).
# The check says "you multiply the mistakes by alpha; (".

# %% update-answer
def new_weights(w, y, f, alpha):
    fresh = np.where(f != y, w * alpha, w)
    return fresh / fresh.sum()
