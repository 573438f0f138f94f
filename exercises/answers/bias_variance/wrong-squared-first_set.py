# The bias of the first training set.
# The check says "the first training set alone".

# %% squared-answer
def split_squared(f, y):
    return np.mean((f - y) ** 2), np.mean((f[0] - y) ** 2), np.mean(f.var(axis=0))
