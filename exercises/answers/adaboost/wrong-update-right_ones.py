# Raises the weights of the points that are right.
# The check says "s weight must grow by exp(alpha) against the others; yours shrinks by".

# %% update-answer
def new_weights(w, y, f, alpha):
    fresh = w * np.exp(alpha * (f == y))
    return fresh / fresh.sum()
