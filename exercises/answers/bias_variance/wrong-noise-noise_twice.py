# The noise once more in the variance.
# The check says "the noise is in it once more".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    noise = np.mean(y.var(axis=0))
    return noise, np.mean(b**2), noise + np.mean(f.var(axis=0))
