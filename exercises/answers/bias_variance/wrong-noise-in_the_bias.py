# The bias against single measurements.
# The check says "so the noise is in it once more".

# %% noise-answer
def split_noise(f, y):
    return np.mean(y.var(axis=0)), np.mean((y - f.mean(axis=0)) ** 2), np.mean(f.var(axis=0))
