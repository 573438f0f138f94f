# Half of alpha in the exponent.
# The check says "(12) has no 1/2".

# %% update-answer
def new_weights(w, y, f, alpha):
    raised = w * np.exp(alpha / 2 * (f != y))
    return raised / raised.sum()
