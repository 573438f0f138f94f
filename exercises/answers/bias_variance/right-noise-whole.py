# From the whole error, of every prediction against every measurement.

# %% noise-answer
def split_noise(f, y):
    whole = np.mean((f[:, None] - y[None]) ** 2)
    noise, variance = np.var(y, axis=0).mean(), np.var(f, axis=0).mean()
    return [noise, whole - noise - variance, variance]
