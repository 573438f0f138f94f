# The noise over the points.
# The check says "it is taken over the points, in each row".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return np.mean(y.var(axis=1)), np.mean(b**2), np.mean(f.var(axis=0))
