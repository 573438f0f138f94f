# The variance around the truth.
# The check says "it is taken around the truth".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return np.mean(y.var(axis=0)), np.mean(b**2), np.mean((f - y.mean(axis=0)) ** 2)
