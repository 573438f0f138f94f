# Forgets the old weights.
# The check says "the old weights are forgotten: (".

# %% update-answer
def new_weights(w, y, f, alpha):
    fresh = np.exp(alpha * (f != y))
    return fresh / fresh.sum()
