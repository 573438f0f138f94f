# The bias without a square.
# The check says "squared bias is wrong: it is not squared".

# %% noise-answer
def split_noise(f, y):
    b = y.mean(axis=0) - f.mean(axis=0)
    return np.mean(y.var(axis=0)), np.mean(abs(b)), np.mean(f.var(axis=0))
