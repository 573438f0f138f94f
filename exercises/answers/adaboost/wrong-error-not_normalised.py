# Takes for granted that the weights sum to 1.
# The check says "this is the weight of the mistakes. The weights do not sum to".

# %% error-answer
def weighted_error(w, y, f):
    return np.sum(w[f != y])
