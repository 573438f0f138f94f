# Squares after the mean over the points.
# The check says "where biases of different points cancel".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean(c - y) ** 2, np.mean(f.var(axis=0))
