# Measurements around the mean prediction.
# The check says "from the mean prediction".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return np.mean((y - f.mean(axis=0)) ** 2), np.mean(b**2), np.mean(f.var(axis=0))
