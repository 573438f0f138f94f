# The noise around one mean of all.
# The check says "one mean of all measurements".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return y.var(), np.mean(b**2), np.mean(f.var(axis=0))
