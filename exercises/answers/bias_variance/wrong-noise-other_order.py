# Bias first.
# The check says "the noise comes first".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return np.mean(b**2), np.mean(f.var(axis=0)), np.mean(y.var(axis=0))
