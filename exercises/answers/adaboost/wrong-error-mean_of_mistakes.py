# The mean weight of the mistakes.
# The check says "the mean weight of the mistakes".

# %% error-answer
def weighted_error(w, y, f):
    return w[f != y].mean()
