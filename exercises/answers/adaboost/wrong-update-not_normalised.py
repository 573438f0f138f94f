# The weights do not sum to 1.
# The check says "the ratios are right, but the weights do not sum to".

# %% update-answer
def new_weights(w, y, f, alpha):
    return w * np.exp(alpha * (f != y))
