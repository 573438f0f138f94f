# Asks `if` of an array.
# The check says "an array has many answers".

# %% error-answer
def weighted_error(w, y, f):
    error = 0
    if f != y:
        error += w
    return error / w.sum()
