# Squares after the mean over the points.
# The check says "where biases cancel".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return np.mean(y.var(axis=0)), np.mean(b) ** 2, np.mean(f.var(axis=0))
