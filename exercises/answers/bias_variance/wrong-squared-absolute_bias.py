# The mean size of the bias.
# The check says "the mean size of the bias".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean(np.abs(c - y)), np.mean(f.var(axis=0))
