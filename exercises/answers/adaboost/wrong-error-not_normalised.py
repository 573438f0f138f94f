# Takes for granted that the weights sum to 1.

# %% error-answer
def weighted_error(w, y, f):
    return np.sum(w[f != y])
